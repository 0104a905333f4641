#include "asker.h"
#include "element.h"
#include "identity.h"
#include <string.h>

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

// Degrees of certainty that a document asks, the lowest first.
typedef enum { NOTHING, ASKED, LOADING, PARSING, STYLED, MENTIONED, WAITING } Sureness;

// The elements that can ask for what a kind of request fetches. `%s` matches the value of an attribute.
static const char *const selectors[] = {
    [REQUEST_DOCUMENT] = "iframe[src%s],frame[src%s],object[data%s],embed[src%s]",
    [REQUEST_IMAGE] = "img[src%s],img[srcset%s],source[srcset%s],input[src%s],link[href%s],video[poster%s],"
                      "image[*|href%s],feImage[*|href%s],use[*|href%s],object[data%s],embed[src%s]",
    [REQUEST_STYLE] = "link[href%s]",
    [REQUEST_OTHER] = "script[src%s],link[href%s],video[src%s],audio[src%s],source[src%s],track[src%s],"
                      "use[*|href%s],object[data%s],embed[src%s]",
};

// Returns the end of a file's path, as the page most likely writes it; NULL where that needs escapes, or is empty.
static char *file_name(const char *uri) {
  const char *end = uri + strcspn(uri, "?#");
  const char *start = end;
  while (start > uri && (g_ascii_isalnum(start[-1]) || strchr("-._~", start[-1])))
    start--;
  return start < end && start > uri && start[-1] == '/' ? g_strndup(start, (gsize)(end - start)) : NULL;
}

static WebKitDOMNodeList *candidates(WebKitDOMDocument *document, const char *name, RequestKind kind) {
  g_autofree char *condition = name ? g_strdup_printf("*=\"%s\"", name) : g_strdup("");
  g_auto(GStrv) parts = g_strsplit(selectors[kind], "%s", -1);
  g_autofree char *selector = g_strjoinv(condition, parts);
  return webkit_dom_document_query_selector_all(document, selector, NULL);
}

// Returns whether a style of the document itself, not of a sheet that it links to, names the file.
static gboolean is_styled(WebKitDOMDocument *document, const char *name) {
  g_autofree char *selector = g_strdup_printf("style,[style*=\"%s\"]", name);
  g_autoptr(WebKitDOMNodeList) found = webkit_dom_document_query_selector_all(document, selector, NULL);
  gulong count = found ? webkit_dom_node_list_get_length(found) : 0;
  for (gulong i = 0; i < count; i++) {
    WebKitDOMNode *node = webkit_dom_node_list_item(found, i);
    if (!WEBKIT_DOM_IS_HTML_STYLE_ELEMENT(node))
      return TRUE;
    g_autofree char *text = webkit_dom_node_get_text_content(node);
    if (text && strstr(text, name))
      return TRUE;
  }
  return FALSE;
}

static gboolean is_waiting(WebKitDOMElement *element, gboolean is_loading) {
  return WEBKIT_DOM_IS_HTML_IMAGE_ELEMENT(element)
             ? !webkit_dom_html_image_element_get_complete(WEBKIT_DOM_HTML_IMAGE_ELEMENT(element))
             : is_loading;
}

static Sureness look(WebKitDOMDocument *document, const char *uri, RequestKind kind, Asker *asker) {
  g_autofree char *state = webkit_dom_document_get_ready_state(document);
  gboolean is_loading = g_strcmp0(state, "complete") != 0;
  Sureness best = !is_loading || kind == REQUEST_DOCUMENT ? NOTHING : g_strcmp0(state, "loading") ? LOADING : PARSING;
  g_autofree char *name = file_name(uri);
  g_autoptr(WebKitDOMNodeList) found = candidates(document, name, kind);
  gulong count = found ? webkit_dom_node_list_get_length(found) : 0;
  for (gulong i = 0; i < count; i++) {
    WebKitDOMElement *element = WEBKIT_DOM_ELEMENT(webkit_dom_node_list_item(found, i));
    if (!element_asks_for(element, uri))
      continue;
    const char *own = element_destination(element);
    gboolean embeds = own && (strcmp(own, "embed") == 0 || strcmp(own, "object") == 0);
    asker->destination = kind == REQUEST_IMAGE && !embeds ? "image" : own;
    asker->element = element;
    if (is_waiting(element, is_loading))
      return WAITING;
    best = MENTIONED;
  }
  gboolean may_be_styled = best < STYLED && name && (kind == REQUEST_IMAGE || kind == REQUEST_OTHER);
  return may_be_styled && is_styled(document, name) ? STYLED : best;
}

// Returns whether the second of two equally certain documents is likelier: the parser that got its text last runs.
static gboolean is_likelier(WebKitDOMDocument *first, WebKitDOMDocument *second, Sureness sureness) {
  return sureness == PARSING && identity_number(second) > identity_number(first);
}

Asker asker_find(const GPtrArray *documents, const char *uri, RequestKind kind) {
  Asker best = {0};
  Sureness sureness = NOTHING;
  gboolean is_unique = TRUE;
  g_autofree char *bare = g_strndup(uri, strcspn(uri, "#"));
  for (guint i = 0; i < documents->len; i++) {
    WebKitDOMDocument *document = documents->pdata[i];
    Asker asker = {.document = document};
    Sureness found = look(document, bare, kind, &asker);
    // A document that has the response, or waits for it, does not ask again.
    if (found >= STYLED && identity_has_asked(document, bare))
      found = ASKED;
    if (found == NOTHING || found < sureness)
      continue;
    is_unique = found > sureness;
    if (is_unique || is_likelier(best.document, document, sureness))
      best = asker;
    sureness = found;
  }
  if (sureness <= LOADING && !is_unique)
    best.document = NULL;
  best.is_named = best.document && sureness >= STYLED;
  if (best.document)
    identity_note_asked(best.document, bare);
  return best;
}
