#define _GNU_SOURCE
#include "proxy_private.h"
#include <glib-unix.h>
#include <poll.h>

struct ProxiedRequest {
  SoupServerMessage *message;
  char *uri;
  GBytes *body;
  ProxiedRequestCallbacks callbacks;
  // Bytes that have been given and not sent.
  size_t unsent;
  // Sees that WebKit has closed the connection: while there is nothing to send, the server does not look.
  GSource *watch;
  bool responded;
  bool completed;
};

// MARK: Signals

static void on_wrote_body_data(SoupServerMessage *message, guint count, gpointer data) {
  (void)message;
  ProxiedRequest *self = data;
  self->unsent -= MIN(self->unsent, count);
  if (!self->unsent && self->callbacks.drained)
    self->callbacks.drained(self->callbacks.context);
}

static void stop_watching(ProxiedRequest *self) {
  if (self->watch)
    g_source_destroy(self->watch);
  g_clear_pointer(&self->watch, g_source_unref);
}

static void on_end(SoupServerMessage *message, gpointer data) {
  (void)message;
  ProxiedRequest *self = data;
  stop_watching(self);
  bool is_stopped = !self->completed;
  self->completed = true;
  if (is_stopped && self->callbacks.stopped)
    self->callbacks.stopped(self->callbacks.context);
}

static gboolean on_closed(gint descriptor, GIOCondition condition, gpointer data) {
  (void)descriptor, (void)condition;
  ProxiedRequest *self = data;
  ProxiedRequestCallbacks callbacks = self->completed ? (ProxiedRequestCallbacks){0} : self->callbacks;
  stop_watching(self);
  proxied_request_fail(self);
  if (callbacks.stopped)
    callbacks.stopped(callbacks.context);
  return G_SOURCE_REMOVE;
}

static void watch(ProxiedRequest *self) {
  GSocket *socket = interception_proxy_socket_of(self->message);
  if (!socket)
    return;
  self->watch = g_unix_fd_source_new(g_socket_get_fd(socket), POLLRDHUP | G_IO_HUP | G_IO_ERR);
  g_source_set_callback(self->watch, G_SOURCE_FUNC(on_closed), self, NULL);
  g_source_attach(self->watch, NULL);
}

// MARK: Life

static char *address_of(SoupServerMessage *message, const char *scheme) {
  GUri *uri = soup_server_message_get_uri(message);
  const char *host = soup_message_headers_get_one(soup_server_message_get_request_headers(message), "Host");
  const char *query = g_uri_get_query(uri);
  return g_strconcat(scheme, "://", host ? host : "", g_uri_get_path(uri), query ? "?" : NULL, query, NULL);
}

void proxied_request_begin(InterceptionProxy *proxy, SoupServerMessage *message, const char *scheme) {
  ProxiedRequest *self = g_new0(ProxiedRequest, 1);
  self->message = g_object_ref(message);
  self->uri = address_of(message, scheme);
  SoupMessageBody *body = soup_server_message_get_request_body(message);
  if (body->length)
    self->body = soup_message_body_flatten(body);
  soup_message_body_set_accumulate(soup_server_message_get_response_body(message), FALSE);
  soup_server_message_pause(message);
  g_signal_connect(message, "wrote-body-data", G_CALLBACK(on_wrote_body_data), self);
  g_signal_connect(message, "finished", G_CALLBACK(on_end), self);
  g_signal_connect(message, "disconnected", G_CALLBACK(on_end), self);
  watch(self);
  proxy->start(self, proxy->context);
}

void proxied_request_set_callbacks(ProxiedRequest *self, ProxiedRequestCallbacks callbacks) {
  self->callbacks = callbacks;
}

void proxied_request_release(ProxiedRequest *self) {
  self->callbacks = (ProxiedRequestCallbacks){0};
  stop_watching(self);
  if (!self->completed)
    proxied_request_fail(self);
  g_signal_handlers_disconnect_by_data(self->message, self);
  g_object_unref(self->message);
  g_clear_pointer(&self->body, g_bytes_unref);
  g_free(self->uri);
  g_free(self);
}

// MARK: Request

const char *proxied_request_uri(ProxiedRequest *self) { return self->uri; }

const char *proxied_request_method(ProxiedRequest *self) { return soup_server_message_get_method(self->message); }

bool proxied_request_is_web_socket(ProxiedRequest *self) {
  SoupMessageHeaders *fields = soup_server_message_get_request_headers(self->message);
  const char *protocol = soup_message_headers_get_one(fields, "Upgrade");
  return protocol && g_ascii_strcasecmp(protocol, "websocket") == 0;
}

void proxy_headers_foreach(SoupMessageHeaders *headers, CWKPairFn receive, void *context) {
  SoupMessageHeadersIter iterator;
  const char *name, *value;
  soup_message_headers_iter_init(&iterator, headers);
  while (soup_message_headers_iter_next(&iterator, &name, &value))
    receive(name, value, context);
}

void proxied_request_headers(ProxiedRequest *self, CWKPairFn receive, void *context) {
  proxy_headers_foreach(soup_server_message_get_request_headers(self->message), receive, context);
}

const void *proxied_request_body(ProxiedRequest *self, size_t *length) {
  *length = 0;
  return self->body ? g_bytes_get_data(self->body, length) : NULL;
}

// MARK: Answer

void proxied_request_respond(ProxiedRequest *self, unsigned status, const char *reason, const char *const *headers,
                             size_t header_count) {
  self->responded = true;
  soup_server_message_set_status(self->message, status, reason);
  SoupMessageHeaders *fields = soup_server_message_get_response_headers(self->message);
  // First, so that a length among the headers is only told: the end is the last chunk, and a body may be of another
  // length than its header says, as on iOS.
  bool has_body = status != SOUP_STATUS_NO_CONTENT && status != SOUP_STATUS_NOT_MODIFIED;
  soup_message_headers_set_encoding(fields, has_body ? SOUP_ENCODING_CHUNKED : SOUP_ENCODING_NONE);
  for (size_t i = 0; i < header_count; i++) {
    // SoupServer has set a `Date`, which WebKit's caches need where the server has sent none.
    if (g_ascii_strcasecmp(headers[2 * i], "Date") == 0)
      soup_message_headers_remove(fields, "Date");
    soup_message_headers_append(fields, headers[2 * i], headers[2 * i + 1]);
  }
  soup_server_message_unpause(self->message);
}

void proxied_request_write(ProxiedRequest *self, const void *bytes, size_t length, CWKReleaseFn release,
                           void *release_context) {
  g_autoptr(GBytes) taken = g_bytes_new_with_free_func(bytes, length, release, release_context);
  if (self->completed || !length)
    return;
  self->unsent += length;
  soup_message_body_append_bytes(soup_server_message_get_response_body(self->message), taken);
  soup_server_message_unpause(self->message);
}

void proxied_request_finish(ProxiedRequest *self) {
  if (self->completed)
    return;
  self->completed = true;
  soup_message_body_complete(soup_server_message_get_response_body(self->message));
  soup_server_message_unpause(self->message);
}

void proxied_request_join(ProxiedRequest *self, const char *address, const char *certificates) {
  if (self->completed)
    return;
  self->completed = true;
  stop_watching(self);
  interception_proxy_socket_join(self->message, address, certificates);
}

void proxied_request_fail(ProxiedRequest *self) {
  if (self->completed)
    return;
  self->completed = true;
  stop_watching(self);
  g_autoptr(GIOStream) stream = soup_server_message_steal_connection(self->message);
  if (!stream)
    return;
  // Closed without a word, a connection that had been used before would make WebKit ask a second time.
  static const char no_answer[] = "failed\r\n\r\n";
  if (!self->responded)
    g_output_stream_write(g_io_stream_get_output_stream(stream), no_answer, sizeof no_answer - 1, NULL, NULL);
  g_io_stream_close_async(stream, G_PRIORITY_DEFAULT, NULL, NULL, NULL);
}
