// WebSockets go past the host's loaders, as they do on iOS: both sides are joined once the server can be reached.
#include "cwk_proxy.h"

typedef struct {
  SoupServerMessage *message;
  GIOStream *page;
  GIOStream *server;
  GString *head;
} Passage;

static void free_passage(Passage *self) {
  g_clear_object(&self->page);
  g_clear_object(&self->server);
  g_clear_object(&self->message);
  g_string_free(self->head, TRUE);
  g_free(self);
}

static void on_joined(GObject *source, GAsyncResult *result, gpointer data) {
  (void)source;
  g_io_stream_splice_finish(result, NULL);
  free_passage(data);
}

static void on_head_sent(GObject *source, GAsyncResult *result, gpointer data) {
  Passage *self = data;
  self->page = soup_server_message_steal_connection(self->message);
  if (!self->page || !g_output_stream_write_all_finish(G_OUTPUT_STREAM(source), result, NULL, NULL)) {
    free_passage(self);
    return;
  }
  g_io_stream_splice_async(self->page, self->server,
                           G_IO_STREAM_SPLICE_CLOSE_STREAM1 | G_IO_STREAM_SPLICE_CLOSE_STREAM2, G_PRIORITY_DEFAULT,
                           NULL, on_joined, self);
}

static void on_connected(GObject *source, GAsyncResult *result, gpointer data) {
  Passage *self = data;
  self->server = G_IO_STREAM(g_socket_client_connect_to_uri_finish(G_SOCKET_CLIENT(source), result, NULL));
  if (!self->server) {
    soup_server_message_set_status(self->message, SOUP_STATUS_BAD_GATEWAY, NULL);
    soup_server_message_unpause(self->message);
    free_passage(self);
    return;
  }
  g_output_stream_write_all_async(g_io_stream_get_output_stream(self->server), self->head->str, self->head->len,
                                  G_PRIORITY_DEFAULT, NULL, on_head_sent, self);
}

static void append_header(const char *name, const char *value, void *head) {
  g_string_append_printf(head, "%s: %s\r\n", name, value);
}

bool cwk_proxy_socket_take(SoupServerMessage *message, const char *address) {
  SoupMessageHeaders *fields = soup_server_message_get_request_headers(message);
  const char *protocol = soup_message_headers_get_one(fields, "Upgrade");
  if (!protocol || g_ascii_strcasecmp(protocol, "websocket") != 0)
    return false;
  GUri *uri = soup_server_message_get_uri(message);
  const char *query = g_uri_get_query(uri);
  Passage *self = g_new0(Passage, 1);
  self->message = g_object_ref(message);
  self->head = g_string_new("GET ");
  g_string_append_printf(self->head, "%s%s%s HTTP/1.1\r\n", g_uri_get_path(uri), query ? "?" : "", query ? query : "");
  cwk_headers_foreach(fields, append_header, self->head);
  g_string_append(self->head, "\r\n");
  soup_server_message_pause(message);
  g_autoptr(GSocketClient) client = g_socket_client_new();
  bool is_secure = g_str_has_prefix(address, "https:");
  g_socket_client_set_tls(client, is_secure);
  // The way to the server is the machine's own.
  g_socket_client_connect_to_uri_async(client, address, is_secure ? 443 : 80, NULL, on_connected, self);
  return true;
}
