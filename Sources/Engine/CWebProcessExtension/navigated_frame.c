#include "navigated_frame.h"
#include "actions.h"
#include "documents.h"
#include "links.h"
#include "pending_navigations.h"
#include "requests.h"
#include <string.h>

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

// MARK: Links and forms

static void follow(WebKitWebPage *page, NavigatedFrame *found, WebKitDOMElement *element) {
  found->source = webkit_dom_node_get_owner_document(WEBKIT_DOM_NODE(element));
  found->target = link_target(page, element);
  found->download = link_download(element);
  found->referrer_policy = link_referrer_policy(element);
}

static gboolean leads_to(const Action *action, WebKitDOMElement *element, const char *uri) {
  if (action->kind == ACTION_SUBMIT)
    return element && form_sends_to(element, uri);
  g_autofree char *now = element && !is_file_input(element) ? link_address(element) : NULL;
  return (now && is_same_address(now, uri)) || (action->address && is_same_address(action->address, uri));
}

// Finds the latest action that leads to the address.
static gboolean find_action(WebKitWebPage *page, ActionKind kind, const char *uri, NavigatedFrame *found) {
  for (GList *item = actions_of(page)->head; item; item = item->next) {
    Action *action = item->data;
    g_autoptr(WebKitDOMElement) element = action->kind == kind ? g_weak_ref_get(&action->element) : NULL;
    if (!element || !leads_to(action, element, uri))
      continue;
    follow(page, found, element);
    return TRUE;
  }
  return FALSE;
}

// Finds the only document with an element that leads to the address. An event can be hidden in a shadow tree, and
// `submit()` makes none.
static gboolean find_element(WebKitWebPage *page, const GPtrArray *documents, gboolean is_link, const char *uri,
                             NavigatedFrame *found) {
  gboolean is_download = TRUE;
  WebKitDOMElement *only = NULL;
  for (guint i = 0; i < documents->len; i++) {
    g_autoptr(WebKitDOMNodeList) list =
        webkit_dom_document_query_selector_all(documents->pdata[i], is_link ? "a[href],area[href]" : "form", NULL);
    gulong count = list ? webkit_dom_node_list_get_length(list) : 0;
    gboolean is_found = FALSE;
    for (gulong j = 0; j < count; j++) {
      WebKitDOMElement *element = WEBKIT_DOM_ELEMENT(webkit_dom_node_list_item(list, j));
      g_autofree char *address = is_link ? link_address(element) : NULL;
      if (is_link ? !address || strcmp(address, uri) != 0 : !form_sends_to(element, uri))
        continue;
      if (only && !is_found)
        return FALSE;
      only = element;
      is_found = TRUE;
      g_autofree char *download = link_download(element);
      is_download = is_download && download;
    }
  }
  if (!only)
    return FALSE;
  follow(page, found, only);
  if (!is_download)
    g_clear_pointer(&found->download, g_free);
  return TRUE;
}

// A click whose link is not known is the click on the host of a closed shadow tree that HTML declares.
static void find_click(WebKitWebPage *page, NavigatedFrame *found) {
  for (GList *item = actions_of(page)->head; item && !found->source; item = item->next) {
    Action *action = item->data;
    g_autoptr(WebKitDOMDocument) document = action->kind == ACTION_CLICK ? g_weak_ref_get(&action->document) : NULL;
    found->source = found->target = document;
  }
}

// MARK: Frame elements

static gboolean names(WebKitDOMElement *element, const char *uri) {
  g_autofree char *address = NULL;
  if (WEBKIT_DOM_IS_HTML_IFRAME_ELEMENT(element) && webkit_dom_element_has_attribute(element, "srcdoc"))
    address = g_strdup("about:srcdoc");
  else if (WEBKIT_DOM_IS_HTML_IFRAME_ELEMENT(element))
    address = webkit_dom_html_iframe_element_get_src(WEBKIT_DOM_HTML_IFRAME_ELEMENT(element));
  else if (WEBKIT_DOM_IS_HTML_FRAME_ELEMENT(element))
    address = webkit_dom_html_frame_element_get_src(WEBKIT_DOM_HTML_FRAME_ELEMENT(element));
  else if (WEBKIT_DOM_IS_HTML_OBJECT_ELEMENT(element))
    address = webkit_dom_html_object_element_get_data(WEBKIT_DOM_HTML_OBJECT_ELEMENT(element));
  else if (WEBKIT_DOM_IS_HTML_EMBED_ELEMENT(element))
    address = webkit_dom_html_embed_element_get_src(WEBKIT_DOM_HTML_EMBED_ELEMENT(element));
  return address && is_same_address(address, uri);
}

static gboolean shows(WebKitDOMDocument *document, const char *uri) {
  g_autofree char *url = document ? webkit_dom_document_get_url(document) : NULL;
  return url && is_same_address(url, uri);
}

// Finds the frame element with the address: of several, one that neither shows nor loads it yet.
static void find_frame_element(WebKitWebPage *page, const GPtrArray *documents, const char *uri,
                               NavigatedFrame *found) {
  gboolean is_waiting = FALSE;
  for (guint i = 0; i < documents->len && !is_waiting; i++) {
    g_autoptr(WebKitDOMNodeList) list =
        webkit_dom_document_query_selector_all(documents->pdata[i], "iframe,frame,object,embed", NULL);
    gulong count = list ? webkit_dom_node_list_get_length(list) : 0;
    for (gulong j = 0; j < count && !is_waiting; j++) {
      WebKitDOMNode *node = webkit_dom_node_list_item(list, j);
      if (!names(WEBKIT_DOM_ELEMENT(node), uri))
        continue;
      WebKitDOMDocument *content = documents_content_of(node);
      is_waiting = !shows(content, uri) && !(content && pending_navigations_replace(page, content, uri));
      if (found->is_subframe && !is_waiting)
        continue;
      *found = (NavigatedFrame){documents->pdata[i], content, TRUE, NULL, NULL};
    }
  }
}

// MARK: Documents

// Finds the only document at an address, or with an origin where the referrer is no more than that.
static WebKitDOMDocument *find_document(const GPtrArray *documents, const char *address) {
  WebKitDOMDocument *only = NULL;
  gsize length = strlen(address);
  for (guint i = 0; length && i < documents->len; i++) {
    g_autofree char *origin = webkit_dom_document_get_origin(documents->pdata[i]);
    gboolean is_origin = origin && strlen(origin) + 1 == length && g_str_has_prefix(address, origin);
    if (!is_origin && !shows(documents->pdata[i], address))
      continue;
    if (only)
      return NULL;
    only = documents->pdata[i];
  }
  return only;
}

// A document that asks for its own address again from a subframe leads the page out of a frame.
static void find_script(WebKitWebPage *page, const GPtrArray *documents, const Navigation *navigation,
                        NavigatedFrame *found) {
  found->source = find_document(documents, navigation->referrer);
  if (found->source)
    found->target = shows(found->source, navigation->uri) ? webkit_web_page_get_dom_document(page) : found->source;
}

// MARK: Redirects

// A redirect has the frames of the navigation before it.
static gboolean find_redirected(WebKitWebPage *page, const Navigation *navigation, NavigatedFrame *found) {
  if (pending_navigations_find(page, navigation, found))
    return TRUE;
  found->is_subframe = *navigation->destination && strcmp(navigation->destination, "document") != 0;
  return found->is_subframe;
}

// MARK: All of them

static void find(WebKitWebPage *page, const Navigation *navigation, NavigatedFrame *found) {
  if (navigation->is_redirect && find_redirected(page, navigation, found))
    return;
  g_autoptr(GPtrArray) documents = documents_of(page);
  gboolean is_form = navigation->type == CWK_NAVIGATION_FORM || navigation->type == CWK_NAVIGATION_FORM_AGAIN;
  if (navigation->type == CWK_NAVIGATION_LINK || is_form) {
    if (find_action(page, is_form ? ACTION_SUBMIT : ACTION_CLICK, navigation->uri, found) ||
        find_element(page, documents, !is_form, navigation->uri, found))
      return;
    find_script(page, documents, navigation, found);
    if (!found->source)
      find_click(page, found);
    return;
  }
  if (navigation->type == CWK_NAVIGATION_RELOAD) {
    found->source = found->target = find_document(documents, navigation->uri);
    return;
  }
  find_frame_element(page, documents, navigation->uri, found);
  // The referrer of an entry of the list is the document that made the entry.
  if (!found->is_subframe && navigation->type != CWK_NAVIGATION_HISTORY)
    find_script(page, documents, navigation, found);
}

NavigatedFrame navigated_frame_find(WebKitWebPage *page, const Navigation *navigation) {
  NavigatedFrame found = {0};
  find(page, navigation, &found);
  // A script's navigation whose document is not known counts as the page's.
  WebKitDOMDocument *source = found.source ? found.source : webkit_web_page_get_dom_document(page);
  if (source && !found.referrer_policy)
    found.referrer_policy = requests_referrer_policy(source);
  found.is_subframe = found.target ? found.target != webkit_web_page_get_dom_document(page) : found.is_subframe;
  if (!navigation->is_redirect)
    pending_navigations_note(page, navigation, &found);
  return found;
}
