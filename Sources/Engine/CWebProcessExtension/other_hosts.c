#include "other_hosts.h"
#include "destination.h"
#include "documents.h"
#include "hosts.h"
#include "identity.h"
#include "mark.h"
#include "questions.h"
#include "requests.h"
#include <string.h>

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

// MARK: Who asks

// Returns the number of the document's child frames whose documents are known.
static guint known_children(WebKitDOMDocument *document, const GPtrArray *documents) {
  g_autoptr(GPtrArray) children = g_ptr_array_new();
  g_autoptr(WebKitDOMNodeList) frames = webkit_dom_document_query_selector_all(document, "iframe,frame,object", NULL);
  gulong count = frames ? webkit_dom_node_list_get_length(frames) : 0;
  for (gulong i = 0; i < count; i++) {
    WebKitDOMDocument *content = documents_content_of(webkit_dom_node_list_item(frames, i));
    if (content)
      g_ptr_array_add(children, content);
  }
  for (guint i = 0; i < documents->len; i++)
    if (documents_parent_of(documents->pdata[i]) == document && !g_ptr_array_find(children, documents->pdata[i], NULL))
      g_ptr_array_add(children, documents->pdata[i]);
  return children->len;
}

// Returns whether every request of the page is one of the same origin of the bridge. WebKit does not say which frame
// asks: in a page with frames of other origins, an element's request could be theirs.
static gboolean has_one_origin(const GPtrArray *documents) {
  g_autofree char *origin = NULL;
  for (guint i = 0; i < documents->len; i++) {
    WebKitDOMDocument *document = documents->pdata[i];
    g_autofree char *other = identity_id(document) ? webkit_dom_document_get_origin(document) : NULL;
    if (!other || (origin && strcmp(origin, other) != 0))
      return FALSE;
    if (!origin)
      origin = g_steal_pointer(&other);
    g_autoptr(WebKitDOMDOMWindow) window = webkit_dom_document_get_default_view(document);
    gulong frames = window ? webkit_dom_dom_window_get_length(window) : 0;
    if (frames > 0 && frames > known_children(document, documents))
      return FALSE;
  }
  return documents->len > 0;
}

// Returns the kind of a request that a service worker may answer by the destination that WebKit names; REQUEST_SCRIPTED
// for another one. The runtime asks the host before a document's scripts fetch. Frames are not the document's requests.
static RequestKind kind_of(const char *destination) {
  static const char *const others[] = {"font",  "json", "manifest", "audioworklet", "paintworklet", "script",
                                       "track", "xslt", NULL};
  if (g_strcmp0(destination, "image") == 0)
    return REQUEST_IMAGE;
  if (g_strcmp0(destination, "style") == 0)
    return REQUEST_STYLE;
  return destination && g_strv_contains(others, destination) ? REQUEST_OTHER : REQUEST_SCRIPTED;
}

// Returns whether a request is the ping of a link. No script can set the header in this mode.
static gboolean is_ping(SoupMessageHeaders *headers, const char *mode) {
  return g_strcmp0(mode, "no-cors") == 0 && soup_message_headers_get_one(headers, "Ping-To");
}

// Returns the document at an address; NULL where there is none.
static WebKitDOMDocument *document_at(const GPtrArray *documents, const char *address) {
  for (guint i = 0; i < documents->len; i++) {
    g_autofree char *url = webkit_dom_document_get_url(documents->pdata[i]);
    if (g_strcmp0(url, address) == 0)
      return documents->pdata[i];
  }
  return NULL;
}

// Describes an element's request. WebKit names the destination of a request to a secure address. Returns FALSE for a
// request that no service worker may answer.
static gboolean describe(GString *mark, const GPtrArray *documents, const char *uri, SoupMessageHeaders *headers) {
  const char *destination = headers ? soup_message_headers_get_one(headers, "Sec-Fetch-Dest") : NULL;
  const char *mode = headers ? soup_message_headers_get_one(headers, "Sec-Fetch-Mode") : NULL;
  RequestKind kind = kind_of(destination);
  if ((kind == REQUEST_SCRIPTED && !is_ping(headers, mode)) || !has_one_origin(documents))
    return FALSE;
  WebKitDOMDocument *document = requests_describe(mark, documents, uri, kind);
  if (kind == REQUEST_SCRIPTED)
    document = document_at(documents, soup_message_headers_get_one(headers, "Ping-From"));
  if (document && kind == REQUEST_SCRIPTED)
    mark_add(mark, CWK_MARK_DOCUMENT, identity_id(document));
  if (!document)
    mark_add(mark, CWK_MARK_DOCUMENT, identity_id(documents->pdata[0]));
  mark_add(mark, CWK_MARK_DESTINATION, destination);
  // WebKit sends requests for fonts in mode no-cors, and checks the response afterwards.
  if (mode && strcmp(destination, "font"))
    mark_add(mark, CWK_MARK_MODE, mode);
  return TRUE;
}

// Describes a request to an insecure address, which the host may only refuse.
static void describe_insecure(GString *mark, const GPtrArray *documents, const char *uri, SoupMessageHeaders *headers) {
  requests_describe(mark, documents, uri, request_kind(headers));
  mark_add(mark, CWK_MARK_ELSEWHERE, "1");
}

// MARK: The question

static void add_header(const char *name, const char *value, gpointer data) {
  if (!g_str_has_prefix(name, "Sec-Fetch-") && g_ascii_strcasecmp(name, CWK_MARK_HEADER) != 0)
    g_string_append_printf(data, "\n%s: %s", name, value);
}

// Asks the host in the name of the page. Returns the answer, which the caller frees; NULL without one.
static char *ask(WebKitWebPage *page, WebKitURIRequest *request, const char *uri, const char *mark,
                 SoupMessageHeaders *headers) {
  WebKitDOMDocument *main = webkit_web_page_get_dom_document(page);
  g_autoptr(GString) question = g_string_new(CWK_QUESTION_REQUEST);
  g_string_append_printf(question, "\n%s\n%s\n%s", webkit_uri_request_get_http_method(request), uri, mark);
  if (headers)
    soup_message_headers_foreach(headers, add_header, question);
  return questions_ask(webkit_web_page_get_id(page), main, question->str, question->len);
}

// MARK: The answer

// Sends a request to the host, which has the service worker's answer under a name.
static void send_to_host(WebKitURIRequest *request, const char *uri, const char *name, SoupMessageHeaders *headers) {
  g_autoptr(GString) mark = g_string_new(NULL);
  mark_add(mark, CWK_MARK_ANSWER, name);
  if (headers)
    soup_message_headers_replace(headers, CWK_MARK_HEADER, mark->str);
  g_autofree char *bridged = hosts_bridge(uri);
  webkit_uri_request_set_uri(request, bridged);
}

static void upgrade(WebKitURIRequest *request, const char *uri) {
  g_autofree char *secure = g_strconcat("https", strchr(uri, ':'), NULL);
  webkit_uri_request_set_uri(request, secure);
}

gboolean other_hosts_refuse(WebKitWebPage *page, WebKitURIRequest *request) {
  g_autofree char *uri = g_strdup(webkit_uri_request_get_uri(request));
  WebKitDOMDocument *main = hosts_is_web(uri) ? webkit_web_page_get_dom_document(page) : NULL;
  if (!main || !identity_id(main) || g_strcmp0(webkit_web_page_get_uri(page), uri) == 0)
    return FALSE;
  SoupMessageHeaders *headers = webkit_uri_request_get_http_headers(request);
  gboolean is_marked = mark_is_in(uri);
  g_autofree char *known = is_marked ? mark_value(uri, CWK_MARK_ANSWER) : NULL;
  if (known) {
    send_to_host(request, uri, known, headers);
    return FALSE;
  }
  g_autoptr(GString) mark = g_string_new(NULL);
  g_autoptr(GPtrArray) documents = is_marked ? NULL : documents_of(page);
  if (documents && !describe(mark, documents, uri, headers)) {
    if (g_str_has_prefix(uri, "https:"))
      return FALSE;
    describe_insecure(mark, documents, uri, headers);
  }
  g_autofree char *answer = ask(page, request, uri, mark->str, headers);
  gboolean is_answered = answer && g_str_has_prefix(answer, CWK_ANSWER_OF_WORKER);
  // WebKit sends pings past the host, and drops their responses.
  if (is_answered && !is_marked && soup_message_headers_get_one(headers, "Ping-To"))
    return TRUE;
  if (is_answered)
    send_to_host(request, uri, answer + strlen(CWK_ANSWER_OF_WORKER), headers);
  else if (g_strcmp0(answer, CWK_ANSWER_UPGRADED) == 0)
    upgrade(request, uri);
  return g_strcmp0(answer, CWK_ANSWER_BLOCKED) == 0;
}
