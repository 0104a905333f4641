#include "cwk_private.h"

struct CWKDownload {
  WebKitDownload *download;
  CWKDownloadCallbacks callbacks;
  GError *error;
  bool is_over;
};

typedef struct {
  void (*started)(CWKDownload *, CWKView *, void *);
  void *context;
} Watcher;

static gboolean on_decide(WebKitDownload *download, const char *suggested_name, gpointer data) {
  (void)download;
  CWKDownload *self = data;
  if (self->callbacks.decide)
    self->callbacks.decide(suggested_name, self->callbacks.context);
  // cwk_download_save() sets the destination later.
  return TRUE;
}

static void on_created(WebKitDownload *download, const char *destination, gpointer data) {
  (void)download, (void)destination;
  CWKDownload *self = data;
  self->callbacks.created(self->callbacks.context);
}

static void on_received(WebKitDownload *download, guint64 length, gpointer data) {
  (void)download;
  CWKDownload *self = data;
  self->callbacks.received(length, self->callbacks.context);
}

static void on_failed(WebKitDownload *download, GError *error, gpointer data) {
  (void)download;
  CWKDownload *self = data;
  g_clear_error(&self->error);
  self->error = g_error_copy(error);
}

// Ends a download. WebKit emits `finished` after `failed`, too.
static void on_finished(WebKitDownload *download, gpointer data) {
  (void)download;
  CWKDownload *self = data;
  if (self->is_over)
    return;
  self->is_over = true;
  CWKError plain = {0};
  if (self->error)
    plain = cwk_error(self->error);
  self->callbacks.ended(self->error ? &plain : NULL, self->callbacks.context);
}

static void on_started(WebKitWebContext *context, WebKitDownload *download, gpointer data) {
  (void)context;
  Watcher *watcher = data;
  WebKitWebView *web_view = webkit_download_get_web_view(download);
  CWKDownload *self = g_new0(CWKDownload, 1);
  self->download = g_object_ref(download);
  watcher->started(self, web_view ? cwk_view_of(web_view) : NULL, watcher->context);
}

static void free_watcher(gpointer data, GClosure *closure) {
  (void)closure;
  g_free(data);
}

void cwk_context_watch_downloads(CWKContext *context, void (*started)(CWKDownload *, CWKView *, void *),
                                 void *started_context) {
  Watcher *watcher = g_new(Watcher, 1);
  *watcher = (Watcher){started, started_context};
  g_signal_connect_data(cwk_web_context(context), "download-started", G_CALLBACK(on_started), watcher, free_watcher, 0);
}

void cwk_view_download(CWKView *view, const char *uri) {
  g_autoptr(WebKitDownload) download = webkit_web_view_download_uri(view->web_view, uri);
}

void cwk_download_set_callbacks(CWKDownload *self, CWKDownloadCallbacks callbacks) {
  self->callbacks = callbacks;
  g_object_connect(self->download, "signal::decide-destination", on_decide, self, "signal::created-destination",
                   on_created, self, "signal::received-data", on_received, self, "signal::failed", on_failed, self,
                   "signal::finished", on_finished, self, NULL);
}

void cwk_download_release(CWKDownload *self) {
  g_signal_handlers_disconnect_by_data(self->download, self);
  g_clear_object(&self->download);
  g_clear_error(&self->error);
  g_free(self);
}

const char *cwk_download_uri(CWKDownload *self) {
  return webkit_uri_request_get_uri(webkit_download_get_request(self->download));
}

static WebKitURIResponse *response_of(CWKDownload *self) { return webkit_download_get_response(self->download); }

const char *cwk_download_response_uri(CWKDownload *self) {
  return response_of(self) ? webkit_uri_response_get_uri(response_of(self)) : NULL;
}

unsigned cwk_download_status(CWKDownload *self) {
  return response_of(self) ? webkit_uri_response_get_status_code(response_of(self)) : 0;
}

const char *cwk_download_mime_type(CWKDownload *self) {
  return response_of(self) ? webkit_uri_response_get_mime_type(response_of(self)) : NULL;
}

int64_t cwk_download_expected_length(CWKDownload *self) {
  return response_of(self) ? (int64_t)webkit_uri_response_get_content_length(response_of(self)) : 0;
}

void cwk_download_response_headers(CWKDownload *self, CWKPairFn receive, void *context) {
  if (response_of(self))
    cwk_headers_foreach(webkit_uri_response_get_http_headers(response_of(self)), receive, context);
}

void cwk_download_save(CWKDownload *self, const char *path) { webkit_download_set_destination(self->download, path); }

void cwk_download_cancel(CWKDownload *self) { webkit_download_cancel(self->download); }
