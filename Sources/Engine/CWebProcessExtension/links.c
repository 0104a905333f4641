#include "links.h"
#include "documents.h"
#include "hosts.h"
#include "requests.h"
#include <string.h>

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

static gboolean is_link(WebKitDOMElement *element) {
  if (WEBKIT_DOM_IS_HTML_ANCHOR_ELEMENT(element) || WEBKIT_DOM_IS_HTML_AREA_ELEMENT(element))
    return webkit_dom_element_has_attribute(element, "href");
  g_autofree char *name = webkit_dom_element_get_local_name(element);
  return g_strcmp0(name, "a") == 0 &&
         (webkit_dom_element_has_attribute(element, "href") || webkit_dom_element_has_attribute(element, "xlink:href"));
}

WebKitDOMElement *link_around(WebKitDOMNode *node) {
  for (; node; node = webkit_dom_node_get_parent_node(node))
    if (WEBKIT_DOM_IS_ELEMENT(node) && is_link(WEBKIT_DOM_ELEMENT(node)))
      return WEBKIT_DOM_ELEMENT(node);
  return NULL;
}

static char *resolved(WebKitDOMElement *element, const char *reference) {
  g_autofree char *base = webkit_dom_node_get_base_uri(WEBKIT_DOM_NODE(element));
  return base ? g_uri_resolve_relative(base, reference, G_URI_FLAGS_ENCODED | G_URI_FLAGS_PARSE_RELAXED, NULL) : NULL;
}

char *link_address(WebKitDOMElement *link) {
  if (WEBKIT_DOM_IS_HTML_ANCHOR_ELEMENT(link))
    return webkit_dom_html_anchor_element_get_href(WEBKIT_DOM_HTML_ANCHOR_ELEMENT(link));
  if (WEBKIT_DOM_IS_HTML_AREA_ELEMENT(link))
    return webkit_dom_html_area_element_get_href(WEBKIT_DOM_HTML_AREA_ELEMENT(link));
  const char *name = webkit_dom_element_has_attribute(link, "href") ? "href" : "xlink:href";
  g_autofree char *reference = webkit_dom_element_get_attribute(link, name);
  return resolved(link, reference);
}

static gboolean is_of_origin(const char *address, const char *origin) {
  size_t length = address && origin ? strlen(origin) : 0;
  return length && strncmp(address, origin, length) == 0 && strchr("/?#", address[length]);
}

char *link_download(WebKitDOMElement *link) {
  if (!webkit_dom_element_has_attribute(link, "download"))
    return NULL;
  g_autofree char *address = link_address(link);
  if (!address)
    return NULL;
  g_autofree char *origin = webkit_dom_document_get_origin(webkit_dom_node_get_owner_document(WEBKIT_DOM_NODE(link)));
  g_autofree char *bridged = hosts_rewrite(address);
  gboolean is_own = g_str_has_prefix(address, "blob:") || g_str_has_prefix(address, "data:") ||
                    is_of_origin(address, origin) || is_of_origin(bridged, origin);
  return is_own ? webkit_dom_element_get_attribute(link, "download") : NULL;
}

// Source: https://html.spec.whatwg.org/multipage/links.html#get-an-element's-noopener, steps for `noreferrer`
static gboolean names_no_referrer(WebKitDOMElement *element) {
  g_autofree char *rel = webkit_dom_element_get_attribute(element, "rel");
  g_auto(GStrv) tokens = rel ? g_strsplit_set(rel, " \t\n\f\r", -1) : NULL;
  for (char **token = tokens; token && *token; token++)
    if (g_ascii_strcasecmp(*token, "noreferrer") == 0)
      return TRUE;
  return FALSE;
}

char *link_referrer_policy(WebKitDOMElement *element) {
  if (names_no_referrer(element))
    return g_strdup("no-referrer");
  char *policy = webkit_dom_element_get_attribute(element, "referrerpolicy");
  if (policy && *policy)
    return policy;
  g_free(policy);
  return requests_referrer_policy(webkit_dom_node_get_owner_document(WEBKIT_DOM_NODE(element)));
}

gboolean is_file_input(gpointer node) {
  if (!WEBKIT_DOM_IS_HTML_INPUT_ELEMENT(node))
    return FALSE;
  g_autofree char *type = webkit_dom_html_input_element_get_input_type(WEBKIT_DOM_HTML_INPUT_ELEMENT(node));
  return g_strcmp0(type, "file") == 0;
}

gboolean is_same_address(const char *first, const char *second) {
  size_t length = strcspn(first, "#");
  return length == strcspn(second, "#") && strncmp(first, second, length) == 0;
}

gboolean form_sends_to(WebKitDOMElement *form, const char *uri) {
  g_autofree char *action = webkit_dom_element_get_attribute(form, "action");
  g_autofree char *address = action && *action ? resolved(form, action) : NULL;
  if (!address) {
    WebKitDOMDocument *document = webkit_dom_node_get_owner_document(WEBKIT_DOM_NODE(form));
    address = document ? webkit_dom_document_get_url(document) : NULL;
  }
  // A form with the method GET replaces the query.
  size_t length = address ? strcspn(address, "?#") : 0;
  return address && length == strcspn(uri, "?#") && strncmp(address, uri, length) == 0;
}

// MARK: Targets

static char *target_name(WebKitDOMElement *element, WebKitDOMDocument *document) {
  if (webkit_dom_element_has_attribute(element, "target"))
    return webkit_dom_element_get_attribute(element, "target");
  WebKitDOMElement *base = webkit_dom_document_query_selector(document, "base[target]", NULL);
  return base ? webkit_dom_element_get_attribute(base, "target") : NULL;
}

static WebKitDOMDocument *document_of(WebKitDOMDOMWindow *window) {
  return window ? webkit_dom_dom_window_get_document(window) : NULL;
}

static WebKitDOMDocument *named(WebKitWebPage *page, const char *name) {
  g_autoptr(GPtrArray) documents = documents_of(page);
  for (guint i = 0; i < documents->len; i++) {
    g_autoptr(WebKitDOMDOMWindow) window = webkit_dom_document_get_default_view(documents->pdata[i]);
    g_autofree char *own = window ? webkit_dom_dom_window_get_name(window) : NULL;
    if (g_strcmp0(own, name) == 0)
      return documents->pdata[i];
  }
  return NULL;
}

WebKitDOMDocument *link_target(WebKitWebPage *page, WebKitDOMElement *element) {
  WebKitDOMDocument *document = webkit_dom_node_get_owner_document(WEBKIT_DOM_NODE(element));
  g_autofree char *name = document ? target_name(element, document) : NULL;
  if (!name || !*name || g_ascii_strcasecmp(name, "_self") == 0)
    return document;
  if (g_ascii_strcasecmp(name, "_top") == 0)
    return webkit_web_page_get_dom_document(page);
  if (g_ascii_strcasecmp(name, "_blank") == 0)
    return NULL;
  if (g_ascii_strcasecmp(name, "_parent") != 0)
    return named(page, name);
  g_autoptr(WebKitDOMDOMWindow) window = webkit_dom_document_get_default_view(document);
  g_autoptr(WebKitDOMDOMWindow) parent = window ? webkit_dom_dom_window_get_parent(window) : NULL;
  return document_of(parent);
}
