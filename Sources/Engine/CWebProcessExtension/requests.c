#include "requests.h"
#include "archives.h"
#include "asker.h"
#include "documents.h"
#include "element.h"
#include "files.h"
#include "hosts.h"
#include "identity.h"
#include "mark.h"
#include "media.h"
#include "other_hosts.h"
#include "pending_navigations.h"
#include "user_agents.h"
#include <string.h>

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

static void note_wide(const char *name, const char *value, gpointer data) {
  if (!g_str_is_ascii(value))
    g_ptr_array_add(data, g_strdup(name));
}

// WebKit gives values as UTF-8, and takes them back as Latin-1, which is what a header can have.
static void narrow_values(SoupMessageHeaders *headers) {
  g_autoptr(GPtrArray) wide = g_ptr_array_new_with_free_func(g_free);
  soup_message_headers_foreach(headers, note_wide, wide);
  for (guint i = 0; i < wide->len; i++) {
    const char *value = soup_message_headers_get_list(headers, wide->pdata[i]);
    g_autofree char *narrow = g_convert(value, -1, "ISO-8859-1", "UTF-8", NULL, NULL, NULL);
    if (narrow)
      soup_message_headers_replace(headers, wide->pdata[i], narrow);
  }
}

// Returns the request's headers. WebKit gives them for http addresses only. Changes stay after the address is restored.
static SoupMessageHeaders *headers_of(WebKitURIRequest *request, const char *uri) {
  if (!g_str_has_prefix(uri, "http:") && !g_str_has_prefix(uri, "https:")) {
    g_autofree char *web = g_strconcat("http", strchr(uri, ':'), NULL);
    webkit_uri_request_set_uri(request, web);
  }
  SoupMessageHeaders *headers = webkit_uri_request_get_http_headers(request);
  if (headers)
    narrow_values(headers);
  return headers;
}

// Returns whether a script of the page is running, so that the request is the script's. No script runs when a
// navigation begins.
static gboolean is_script_running(WebKitWebPage *page) {
  static WebKitScriptWorld *world;
  if (!world)
    world = webkit_script_world_new();
  // The script world is a new one, where the page's scripts have changed nothing.
  g_autoptr(JSCContext) context =
      webkit_frame_get_js_context_for_script_world(webkit_web_page_get_main_frame(page), world);
  g_autoptr(JSCValue) depth =
      context ? jsc_context_evaluate(context, "new Error().stack.split('\\n').length", -1) : NULL;
  return depth && jsc_value_to_int32(depth) > 1;
}

// Returns the kind of a request. A script can set its headers to those of a document.
static RequestKind kind_of(WebKitWebPage *page, WebKitURIRequest *request, SoupMessageHeaders *headers) {
  RequestKind kind = request_kind(headers);
  if (g_strcmp0(webkit_uri_request_get_http_method(request), "GET") == 0)
    return kind;
  // Elements only get, and forms are sent while no script runs.
  return kind == REQUEST_DOCUMENT && !is_script_running(page) ? kind : REQUEST_SCRIPTED;
}

// Whether the bridge does not serve some of the documents.
static gboolean has_others(const GPtrArray *documents) {
  for (guint i = 0; i < documents->len; i++)
    if (!identity_id(documents->pdata[i]))
      return TRUE;
  return FALSE;
}

char *requests_referrer_policy(WebKitDOMDocument *document) {
  g_autoptr(WebKitDOMNodeList) found = webkit_dom_document_query_selector_all(document, "meta[name=referrer i]", NULL);
  gulong count = found ? webkit_dom_node_list_get_length(found) : 0;
  return count ? webkit_dom_element_get_attribute(WEBKIT_DOM_ELEMENT(webkit_dom_node_list_item(found, count - 1)),
                                                  "content")
               : NULL;
}

// Adds the address and the referrer policy of the document that asks, which WebKit leaves out on a custom scheme. The
// element's own policy, which comes later, counts.
// Source: https://w3c.github.io/webappsec-referrer-policy/#determine-requests-referrer
static void describe_referrer(GString *mark, WebKitDOMDocument *document) {
  g_autofree char *policy = requests_referrer_policy(document);
  g_autofree char *url = webkit_dom_document_get_url(document);
  while (document && g_strcmp0(url, "about:srcdoc") == 0) {
    document = documents_parent_of(document);
    if (document && !policy)
      policy = requests_referrer_policy(document);
    g_free(url);
    url = document ? webkit_dom_document_get_url(document) : NULL;
  }
  if (url && hosts_is_bridged(url))
    mark_add(mark, CWK_MARK_REFERRER, url);
  if (policy && *policy)
    mark_add(mark, CWK_MARK_REFERRER_POLICY, policy);
}

// Whether an element of the document sets a referrer policy for its request.
static gboolean has_referrer_policy(const GPtrArray *documents) {
  return documents->len && webkit_dom_document_query_selector(documents->pdata[0], "[referrerpolicy]", NULL);
}

// Adds the origin of the document that asks for an internal path or a frame, where it is known for certain: an element
// or a style of the document names the URL, or all documents have one origin.
static void describe_origin(GString *mark, const GPtrArray *documents, const Asker *asker) {
  WebKitDOMDocument *named = asker->is_named ? asker->document : NULL;
  g_autofree char *origin = named ? webkit_dom_document_get_origin(named) : NULL;
  for (guint i = 0; !named && i < documents->len; i++) {
    g_autofree char *other = webkit_dom_document_get_origin(documents->pdata[i]);
    if (!other || (origin && strcmp(origin, other) != 0))
      return;
    if (!origin)
      origin = g_steal_pointer(&other);
  }
  if (origin)
    mark_add(mark, CWK_MARK_ORIGIN, origin);
}

WebKitDOMDocument *requests_describe(GString *mark, const GPtrArray *documents, const char *uri, RequestKind kind) {
  Asker asker = {0};
  // A request for an image or a style sheet shows its destination without its element.
  gboolean is_clear = kind == REQUEST_IMAGE || kind == REQUEST_STYLE || kind == REQUEST_SCRIPTED;
  if (kind != REQUEST_SCRIPTED && (documents->len > 1 || !is_clear || has_referrer_policy(documents)))
    asker = asker_find(documents, uri, kind);
  if (!asker.document && documents->len == 1) {
    asker.document = documents->pdata[0];
    identity_note_asked(asker.document, uri);
  }
  if (mark_is_internal(uri) || kind == REQUEST_DOCUMENT)
    describe_origin(mark, documents, &asker);
  const char *id = asker.document ? identity_id(asker.document) : NULL;
  const char *destination = asker.destination ? asker.destination : destination_guess(kind, uri);
  if (id)
    mark_add(mark, CWK_MARK_DOCUMENT, id);
  // The runtime marks the script requests of the bridge's documents, so this request is another document's.
  if (!id && (asker.document || (kind == REQUEST_SCRIPTED && has_others(documents))))
    mark_add(mark, CWK_MARK_ELSEWHERE, "1");
  if (destination)
    mark_add(mark, CWK_MARK_DESTINATION, destination);
  if (id && kind != REQUEST_SCRIPTED && (kind != REQUEST_DOCUMENT || asker.element))
    describe_referrer(mark, asker.document);
  if (asker.element && destination)
    element_append_settings(asker.element, mark);
  // A frame in a document with an opaque origin has an opaque origin, too.
  if (kind == REQUEST_DOCUMENT && asker.document && !id && destination)
    mark_add(mark, CWK_MARK_SANDBOXED, "1");
  return asker.document;
}

// Describes a request in its mark. Returns FALSE when the bridge does not serve the document that asks.
static gboolean describe(GString *mark, const GPtrArray *documents, const char *uri, RequestKind kind) {
  WebKitDOMDocument *document = requests_describe(mark, documents, uri, kind);
  return !document || identity_id(document);
}

// Describes a subresource or a frame. Returns FALSE when the request must go to its own address, not to the bridge.
static gboolean tell(GString *mark, WebKitWebPage *page, const char *uri, RequestKind kind) {
  g_autoptr(GPtrArray) documents = documents_of(page);
  return describe(mark, documents, uri, kind) && documents->len && identity_id(documents->pdata[0]);
}

// Whether the view shows a page of the bridge.
static gboolean is_bridged(WebKitWebPage *page) {
  WebKitDOMDocument *document = webkit_web_page_get_dom_document(page);
  return document && identity_id(document);
}

// Whether a request is for the document of the page itself.
static gboolean is_for_page(WebKitWebPage *page, const char *uri, RequestKind kind) {
  return kind == REQUEST_DOCUMENT && g_strcmp0(webkit_web_page_get_uri(page), uri) == 0;
}

static void mark_request(WebKitWebPage *page, WebKitURIRequest *request, const char *uri, char **rewritten) {
  SoupMessageHeaders *headers = headers_of(request, uri);
  // A page can set the headers, too.
  if (headers) {
    soup_message_headers_remove(headers, CWK_MARK_HEADER);
    soup_message_headers_remove(headers, CWK_MEDIA_HEADER);
  }
  RequestKind kind = kind_of(page, request, headers);
  g_autoptr(GString) mark = g_string_new(NULL);
  if (is_for_page(page, uri, kind)) {
    // Only the view sends a page to the bridge's scheme.
    g_clear_pointer(rewritten, g_free);
    mark_add(mark, CWK_MARK_DESTINATION, "document");
  } else if (!tell(mark, page, uri, kind)) {
    g_clear_pointer(rewritten, g_free);
  }
  if (headers && *rewritten)
    media_describe(headers, mark);
  if (headers && mark->len && (*rewritten || hosts_is_bridged(uri)))
    soup_message_headers_replace(headers, CWK_MARK_HEADER, mark->str);
}

// Marks a request for an internal path of another scheme than the bridge's.
static void mark_internal(WebKitWebPage *page, WebKitURIRequest *request, const char *current) {
  g_autofree char *uri = g_strdup(current);
  SoupMessageHeaders *headers = headers_of(request, uri);
  if (headers) {
    RequestKind kind = kind_of(page, request, headers);
    g_autoptr(GString) mark = g_string_new(NULL);
    const char *destination = is_for_page(page, uri, kind) ? "document" : destination_guess(kind, uri);
    if (destination)
      mark_add(mark, CWK_MARK_DESTINATION, destination);
    if (!is_for_page(page, uri, kind)) {
      g_autoptr(GPtrArray) documents = documents_of(page);
      Asker asker = kind == REQUEST_SCRIPTED ? (Asker){0} : asker_find(documents, uri, kind);
      describe_origin(mark, documents, &asker);
    }
    // A page can set the header, too.
    soup_message_headers_replace(headers, CWK_MARK_HEADER, mark->str);
  }
  webkit_uri_request_set_uri(request, uri);
}

// Returns whether a refused request is for a document, and changes its URL so that the load fails. After a cancelled
// request for a document, WebKit would show an empty document. Other requests must be cancelled, because WebKit could
// answer them from its memory cache.
static gboolean fail_document(WebKitWebPage *page, WebKitURIRequest *request) {
  webkit_uri_request_set_uri(request, "http://localhost/");
  RequestKind kind = request_kind(webkit_uri_request_get_http_headers(request));
  webkit_uri_request_set_uri(request, "file:///dev/null/refused");
  return kind == REQUEST_DOCUMENT && !is_script_running(page);
}

// MARK: Media

// Records a media element's load, which has a request of its own before the requests of its player.
static void begin_media(WebKitWebPage *page, const char *uri) {
  g_autoptr(GPtrArray) documents = documents_of(page);
  g_autoptr(GString) mark = g_string_new(NULL);
  WebKitDOMDocument *document = requests_describe(mark, documents, uri, REQUEST_OTHER);
  g_autofree char *origin = document ? webkit_dom_document_get_origin(document) : NULL;
  media_begin(uri, mark->str, origin);
}

// Returns whether a request only begins a media element's load.
static gboolean take_media(WebKitWebPage *page, WebKitURIRequest *request) {
  g_autofree char *uri = g_strdup(webkit_uri_request_get_uri(request));
  g_autofree char *rewritten = hosts_rewrite(uri);
  gboolean is_served = media_is_served(uri);
  if (!(is_served || rewritten) || !media_is_beginning(request))
    return FALSE;
  // The player's requests of a rewritten address are rewritten themselves.
  if (is_served)
    begin_media(page, uri);
  return TRUE;
}

static gboolean on_send_request(WebKitWebPage *page, WebKitURIRequest *request, WebKitURIResponse *redirected,
                                gpointer data) {
  (void)data;
  if (!redirected && media_restore(request))
    return FALSE;
  const char *current = webkit_uri_request_get_uri(request);
  g_autofree char *archived = redirected ? NULL : archives_rewrite(page, current);
  if (archived) {
    webkit_uri_request_set_uri(request, archived);
    take_media(page, request);
    return FALSE;
  }
  if (files_refuse(page, current))
    return !fail_document(page, request);
  if (!redirected && take_media(page, request))
    return FALSE;
  current = webkit_uri_request_get_uri(request);
  user_agents_correct_request(page, request);
  if (!redirected)
    pending_navigations_mark(page, request);
  g_autofree char *rewritten = redirected ? NULL : hosts_rewrite(current);
  gboolean is_for_bridge = rewritten || hosts_is_bridged(current);
  // On https, WebKit names the site that asks itself, in Sec-Fetch-Site.
  if (!redirected && !is_for_bridge && !g_str_has_prefix(current, "https:") && mark_is_internal(current))
    mark_internal(page, request, current);
  if (redirected || !is_for_bridge)
    return !redirected && other_hosts_refuse(page, request);
  // The address is copied, because the first change frees the request's own string.
  g_autofree char *uri = g_strdup(current);
  if (!mark_is_in(uri))
    mark_request(page, request, uri, &rewritten);
  else if (rewritten && !is_bridged(page))
    g_clear_pointer(&rewritten, g_free);
  if (rewritten || hosts_is_bridged(uri))
    webkit_uri_request_set_uri(request, rewritten ? rewritten : uri);
  return FALSE;
}

void requests_watch(WebKitWebPage *page) { g_signal_connect(page, "send-request", G_CALLBACK(on_send_request), NULL); }
