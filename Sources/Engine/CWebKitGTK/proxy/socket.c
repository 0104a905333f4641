// WebSockets go past the host's loaders, as they do on iOS, which say only where to: both sides are joined once the
// server can be reached.
#include "proxy_private.h"

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

static void refuse(SoupServerMessage *message) {
  soup_server_message_set_status(message, SOUP_STATUS_BAD_GATEWAY, NULL);
  soup_server_message_unpause(message);
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
    refuse(self->message);
    free_passage(self);
    return;
  }
  g_output_stream_write_all_async(g_io_stream_get_output_stream(self->server), self->head->str, self->head->len,
                                  G_PRIORITY_DEFAULT, NULL, on_head_sent, self);
}

// The host is the one of the address: the server's own.
static void append_header(const char *name, const char *value, void *head) {
  if (g_ascii_strcasecmp(name, "Host") != 0)
    g_string_append_printf(head, "%s: %s\r\n", name, value);
}

static GString *make_head(SoupServerMessage *message, GUri *uri) {
  GString *head = g_string_new(NULL);
  const char *path = g_uri_get_path(uri), *query = g_uri_get_query(uri), *host = g_uri_get_host(uri);
  g_string_append_printf(head, "GET %s%s%s HTTP/1.1\r\n", *path ? path : "/", query ? "?" : "", query ? query : "");
  g_string_append_printf(head, strchr(host, ':') ? "Host: [%s]" : "Host: %s", host);
  if (g_uri_get_port(uri) > 0)
    g_string_append_printf(head, ":%d", g_uri_get_port(uri));
  g_string_append(head, "\r\n");
  proxy_headers_foreach(soup_server_message_get_request_headers(message), append_header, head);
  g_string_append(head, "\r\n");
  return head;
}

// MARK: Certificates

static void free_string(gpointer data, GClosure *closure) {
  (void)closure;
  g_free(data);
}

// The system's certificates do not do: those of the file may.
static gboolean on_unknown_certificate(GTlsClientConnection *connection, GTlsCertificate *certificate,
                                       GTlsCertificateFlags errors, gpointer file) {
  (void)errors;
  g_autoptr(GTlsDatabase) database = g_tls_file_database_new(file, NULL);
  return database && g_tls_database_verify_chain(database, certificate, G_TLS_DATABASE_PURPOSE_AUTHENTICATE_SERVER,
                                                 g_tls_client_connection_get_server_identity(connection), NULL,
                                                 G_TLS_DATABASE_VERIFY_NONE, NULL, NULL) == 0;
}

static void on_event(GSocketClient *client, GSocketClientEvent event, GSocketConnectable *connectable,
                     GIOStream *connection, gpointer file) {
  (void)client, (void)connectable;
  if (event == G_SOCKET_CLIENT_TLS_HANDSHAKING)
    g_signal_connect_data(connection, "accept-certificate", G_CALLBACK(on_unknown_certificate), g_strdup(file),
                          free_string, G_CONNECT_DEFAULT);
}

void interception_proxy_socket_join(SoupServerMessage *message, const char *address, const char *certificates) {
  g_autoptr(GUri) uri = address ? g_uri_parse(address, G_URI_FLAGS_ENCODED, NULL) : NULL;
  if (!uri || !g_uri_get_host(uri)) {
    refuse(message);
    return;
  }
  Passage *self = g_new0(Passage, 1);
  self->message = g_object_ref(message);
  self->head = make_head(message, uri);
  g_autoptr(GSocketClient) client = g_socket_client_new();
  bool is_secure = strcmp(g_uri_get_scheme(uri), "https") == 0;
  g_socket_client_set_tls(client, is_secure);
  if (certificates)
    g_signal_connect_data(client, "event", G_CALLBACK(on_event), g_strdup(certificates), free_string,
                          G_CONNECT_DEFAULT);
  // The way to the server is the machine's own.
  g_socket_client_connect_to_uri_async(client, address, is_secure ? 443 : 80, NULL, on_connected, self);
}
