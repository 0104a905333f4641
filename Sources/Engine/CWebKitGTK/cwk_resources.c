#include "cwk_private.h"

typedef struct {
  void (*changed)(int count, void *context);
  void (*failed)(const char *uri, unsigned status, const char *message, void *context);
  void *context;
  WebKitWebView *web_view;
  // WebKitWebResources under way, each with a reference.
  GHashTable *loads;
} Watch;

static GQuark watch_quark(void) {
  static GQuark quark;
  if (!quark)
    quark = g_quark_from_static_string("cwk-load-watch");
  return quark;
}

static void tell(Watch *watch) { watch->changed((int)g_hash_table_size(watch->loads), watch->context); }

static void forget(WebKitWebResource *resource, Watch *watch) {
  g_signal_handlers_disconnect_by_data(resource, watch);
  if (g_hash_table_remove(watch->loads, resource))
    tell(watch);
}

static bool is_document(const Watch *watch, WebKitWebResource *resource) {
  return webkit_web_view_get_main_resource(watch->web_view) == resource;
}

static unsigned status_of(WebKitWebResource *resource) {
  WebKitURIResponse *response = webkit_web_resource_get_response(resource);
  return response ? webkit_uri_response_get_status_code(response) : 0;
}

static void on_finished(WebKitWebResource *resource, gpointer data) { forget(resource, data); }

// WebKit cancels the load of a script that came with an error status.
static void on_failed(WebKitWebResource *resource, GError *error, gpointer data) {
  Watch *watch = data;
  if (!is_document(watch, resource) && status_of(resource) < 400 &&
      !g_error_matches(error, WEBKIT_NETWORK_ERROR, WEBKIT_NETWORK_ERROR_CANCELLED))
    watch->failed(webkit_web_resource_get_uri(resource), 0, error->message, watch->context);
  forget(resource, watch);
}

// A page's script knows the status before the body has come, and may end the page then.
static void on_response(WebKitWebResource *resource, GParamSpec *spec, gpointer data) {
  (void)spec;
  Watch *watch = data;
  unsigned status = status_of(resource);
  if (status >= 400 && !is_document(watch, resource))
    watch->failed(webkit_web_resource_get_uri(resource), status, NULL, watch->context);
  WebKitURIResponse *response = webkit_web_resource_get_response(resource);
  const char *type = response ? webkit_uri_response_get_mime_type(response) : NULL;
  if (type && !g_ascii_strcasecmp(type, "text/event-stream"))
    forget(resource, watch);
}

static void on_started(WebKitWebView *web_view, WebKitWebResource *resource, WebKitURIRequest *request, gpointer data) {
  (void)web_view, (void)request;
  Watch *watch = data;
  g_hash_table_add(watch->loads, g_object_ref(resource));
  g_signal_connect(resource, "finished", G_CALLBACK(on_finished), watch);
  g_signal_connect(resource, "failed", G_CALLBACK(on_failed), watch);
  g_signal_connect(resource, "notify::response", G_CALLBACK(on_response), watch);
  tell(watch);
}

static void free_watch(gpointer data) {
  Watch *watch = data;
  GHashTableIter resources;
  gpointer resource;
  g_hash_table_iter_init(&resources, watch->loads);
  while (g_hash_table_iter_next(&resources, &resource, NULL))
    g_signal_handlers_disconnect_by_data(resource, watch);
  g_hash_table_destroy(watch->loads);
  g_free(watch);
}

void cwk_view_watch_loads(CWKView *view, void (*changed)(int count, void *context),
                          void (*failed)(const char *uri, unsigned status, const char *message, void *context),
                          void *context) {
  cwk_view_unwatch_loads(view);
  Watch *watch = g_new0(Watch, 1);
  *watch = (Watch){changed, failed, context, view->web_view, g_hash_table_new_full(NULL, NULL, g_object_unref, NULL)};
  g_object_set_qdata_full(G_OBJECT(view->web_view), watch_quark(), watch, free_watch);
  g_signal_connect(view->web_view, "resource-load-started", G_CALLBACK(on_started), watch);
}

void cwk_view_unwatch_loads(CWKView *view) {
  Watch *watch = g_object_get_qdata(G_OBJECT(view->web_view), watch_quark());
  if (!watch)
    return;
  g_signal_handlers_disconnect_by_data(view->web_view, watch);
  g_object_set_qdata(G_OBJECT(view->web_view), watch_quark(), NULL);
}
