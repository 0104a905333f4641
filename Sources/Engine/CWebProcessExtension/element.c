#include "element.h"
#include "mark.h"
#include <string.h>

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

static gboolean is_named(WebKitDOMElement *element, const char *name) {
  g_autofree char *own = webkit_dom_element_get_local_name(element);
  return own && strcmp(own, name) == 0;
}

// MARK: Addresses

static gboolean is_same(const char *address, const char *uri) {
  size_t length = strlen(uri);
  return address && strncmp(address, uri, length) == 0 && (address[length] == 0 || address[length] == '#');
}

static gboolean resolves_to(WebKitDOMElement *element, const char *reference, const char *uri) {
  if (!reference || !*reference)
    return FALSE;
  g_autofree char *base = webkit_dom_node_get_base_uri(WEBKIT_DOM_NODE(element));
  g_autofree char *address =
      base ? g_uri_resolve_relative(base, reference, G_URI_FLAGS_ENCODED | G_URI_FLAGS_PARSE_RELAXED, NULL) : NULL;
  return is_same(address, uri);
}

static gboolean attribute_is(WebKitDOMElement *element, const char *name, const char *uri) {
  g_autofree char *value = webkit_dom_element_get_attribute(element, name);
  return resolves_to(element, value ? g_strstrip(value) : NULL, uri);
}

// Any of the candidates may be the chosen one.
static gboolean source_set_has(WebKitDOMElement *element, const char *uri) {
  g_autofree char *value = webkit_dom_element_get_attribute(element, "srcset");
  g_auto(GStrv) parts = g_strsplit_set(value ? value : "", " ,\t\r\n", -1);
  for (char **part = parts; *part; part++)
    if (resolves_to(element, *part, uri))
      return TRUE;
  return FALSE;
}

// As WebKit resolves it, where its C functions tell; NULL for another element.
static char *address_of(WebKitDOMElement *element) {
  if (WEBKIT_DOM_IS_HTML_IMAGE_ELEMENT(element))
    return webkit_dom_html_image_element_get_src(WEBKIT_DOM_HTML_IMAGE_ELEMENT(element));
  if (WEBKIT_DOM_IS_HTML_SCRIPT_ELEMENT(element))
    return webkit_dom_html_script_element_get_src(WEBKIT_DOM_HTML_SCRIPT_ELEMENT(element));
  if (WEBKIT_DOM_IS_HTML_LINK_ELEMENT(element))
    return webkit_dom_html_link_element_get_href(WEBKIT_DOM_HTML_LINK_ELEMENT(element));
  if (WEBKIT_DOM_IS_HTML_IFRAME_ELEMENT(element))
    return webkit_dom_html_iframe_element_get_src(WEBKIT_DOM_HTML_IFRAME_ELEMENT(element));
  if (WEBKIT_DOM_IS_HTML_FRAME_ELEMENT(element))
    return webkit_dom_html_frame_element_get_src(WEBKIT_DOM_HTML_FRAME_ELEMENT(element));
  if (WEBKIT_DOM_IS_HTML_OBJECT_ELEMENT(element))
    return webkit_dom_html_object_element_get_data(WEBKIT_DOM_HTML_OBJECT_ELEMENT(element));
  if (WEBKIT_DOM_IS_HTML_EMBED_ELEMENT(element))
    return webkit_dom_html_embed_element_get_src(WEBKIT_DOM_HTML_EMBED_ELEMENT(element));
  if (WEBKIT_DOM_IS_HTML_INPUT_ELEMENT(element))
    return webkit_dom_html_input_element_get_src(WEBKIT_DOM_HTML_INPUT_ELEMENT(element));
  return NULL;
}

gboolean element_asks_for(WebKitDOMElement *element, const char *uri) {
  g_autofree char *address = address_of(element);
  if (is_same(address, uri))
    return TRUE;
  if (!address && (attribute_is(element, "src", uri) || attribute_is(element, "href", uri) ||
                   attribute_is(element, "xlink:href", uri) || attribute_is(element, "poster", uri)))
    return TRUE;
  return source_set_has(element, uri);
}

// MARK: Destinations

static const char *link_destination(WebKitDOMElement *element) {
  static const char *const preloaded[] = {"audio",  "document", "embed", "font",  "image", "object",
                                          "script", "style",    "track", "video", "worker"};
  g_autofree char *rel = webkit_dom_element_get_attribute(element, "rel");
  g_autofree char *lower = g_ascii_strdown(rel ? rel : "", -1);
  g_autofree char *as = webkit_dom_element_get_attribute(element, "as");
  if (strstr(lower, "stylesheet"))
    return "style";
  if (strstr(lower, "manifest"))
    return "manifest";
  if (strstr(lower, "icon"))
    return "image";
  if (strstr(lower, "preload"))
    for (size_t i = 0; i < G_N_ELEMENTS(preloaded); i++)
      if (as && g_ascii_strcasecmp(as, preloaded[i]) == 0)
        return preloaded[i];
  return strstr(lower, "modulepreload") ? "script" : "";
}

const char *element_destination(WebKitDOMElement *element) {
  static const char *const own_name[] = {"script", "iframe", "frame", "object", "embed", "video", "audio", "track"};
  if (is_named(element, "link"))
    return link_destination(element);
  for (size_t i = 0; i < G_N_ELEMENTS(own_name); i++)
    if (is_named(element, own_name[i]))
      return own_name[i];
  if (is_named(element, "source")) {
    WebKitDOMElement *parent = webkit_dom_node_get_parent_element(WEBKIT_DOM_NODE(element));
    return !parent ? NULL : is_named(parent, "audio") ? "audio" : is_named(parent, "video") ? "video" : "image";
  }
  return "image";
}

// MARK: Settings

// Whether a link preloads what scripts fetch.
static gboolean is_preloading_fetch(WebKitDOMElement *element) {
  if (!is_named(element, "link"))
    return FALSE;
  g_autofree char *rel = webkit_dom_element_get_attribute(element, "rel");
  g_autofree char *as = webkit_dom_element_get_attribute(element, "as");
  return rel && as && g_ascii_strcasecmp(rel, "preload") == 0 && g_ascii_strcasecmp(as, "fetch") == 0;
}

static gboolean is_frame(WebKitDOMElement *element) {
  return is_named(element, "iframe") || is_named(element, "frame");
}

void element_append_settings(WebKitDOMElement *element, GString *mark) {
  g_autofree char *policy = webkit_dom_element_get_attribute(element, "referrerpolicy");
  if (policy && *policy)
    mark_add(mark, CWK_MARK_REFERRER_POLICY, policy);
  if (is_frame(element)) {
    g_autofree char *sandbox = webkit_dom_element_get_attribute(element, "sandbox");
    g_autofree char *flags = sandbox ? g_ascii_strdown(sandbox, -1) : NULL;
    if (flags && !strstr(flags, "allow-same-origin"))
      mark_add(mark, CWK_MARK_SANDBOXED, "1");
    return;
  }
  // A track has the setting of its media element.
  WebKitDOMElement *owner =
      is_named(element, "track") ? webkit_dom_node_get_parent_element(WEBKIT_DOM_NODE(element)) : element;
  g_autofree char *cors = owner ? webkit_dom_element_get_attribute(owner, "crossorigin") : NULL;
  g_autofree char *type = is_named(element, "script") ? webkit_dom_element_get_attribute(element, "type") : NULL;
  g_autofree char *integrity = webkit_dom_element_get_attribute(element, "integrity");
  if (cors || (type && g_ascii_strcasecmp(type, "module") == 0)) {
    gboolean includes = cors && g_ascii_strcasecmp(cors, "use-credentials") == 0;
    mark_add(mark, CWK_MARK_MODE, "cors");
    mark_add(mark, CWK_MARK_CREDENTIALS, includes ? "include" : "same-origin");
  } else if (is_preloading_fetch(element)) {
    mark_add(mark, CWK_MARK_MODE, "no-cors");
  }
  if (integrity && *integrity)
    mark_add(mark, CWK_MARK_INTEGRITY, integrity);
}
