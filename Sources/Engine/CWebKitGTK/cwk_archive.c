#include "cwk_archive.h"
#include "cwk_private.h"

// A page that loads without end keeps no more than these.
enum { MOST_RESOURCES = 4096 };

static void on_started(WebKitWebView *web_view, WebKitWebResource *resource, WebKitURIRequest *request, gpointer data) {
  (void)web_view;
  CWKView *view = data;
  const char *uri = webkit_uri_request_get_uri(request);
  if (!uri || g_str_has_prefix(uri, "data:") || g_hash_table_size(view->resources) >= MOST_RESOURCES)
    return;
  g_hash_table_replace(view->resources, g_strdup(uri), g_object_ref(resource));
}

static gboolean is_other(gpointer uri, gpointer resource, gpointer main_resource) {
  (void)uri;
  return resource != main_resource;
}

static void on_load_changed(WebKitWebView *web_view, WebKitLoadEvent event, gpointer data) {
  const CWKView *view = data;
  // The others are of the page before: a page loads nothing before it is shown.
  if (event == WEBKIT_LOAD_COMMITTED)
    g_hash_table_foreach_remove(view->resources, is_other, webkit_web_view_get_main_resource(web_view));
}

void cwk_view_connect_archive(CWKView *view) {
  view->resources = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_object_unref);
  g_object_connect(view->web_view, "signal::resource-load-started", on_started, view, "signal::load-changed",
                   on_load_changed, view, NULL);
}

void cwk_view_disconnect_archive(CWKView *view) { g_clear_pointer(&view->resources, g_hash_table_destroy); }

typedef struct {
  CWKResourceFn receive;
  void *context;
} Question;

static void on_data(GObject *source, GAsyncResult *result, gpointer data) {
  g_autofree Question *question = data;
  gsize length = 0;
  g_autofree guchar *bytes = webkit_web_resource_get_data_finish(WEBKIT_WEB_RESOURCE(source), result, &length, NULL);
  WebKitURIResponse *response = webkit_web_resource_get_response(WEBKIT_WEB_RESOURCE(source));
  question->receive(response ? webkit_uri_response_get_mime_type(response) : NULL, bytes, length, question->context);
}

static gboolean has_none(gpointer data) {
  g_autofree Question *question = data;
  question->receive(NULL, NULL, 0, question->context);
  return G_SOURCE_REMOVE;
}

void cwk_view_resource_data(CWKView *view, const char *uri, CWKResourceFn receive, void *context) {
  Question *question = g_new(Question, 1);
  *question = (Question){receive, context};
  WebKitWebResource *resource = g_hash_table_lookup(view->resources, uri);
  if (resource)
    webkit_web_resource_get_data(resource, NULL, on_data, question);
  else
    g_idle_add(has_none, question);
}
