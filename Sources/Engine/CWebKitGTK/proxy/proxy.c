#include "proxy_private.h"
#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>

// MARK: Requests

static void on_request(SoupServer *server, SoupServerMessage *message, const char *path, GHashTable *query,
                       gpointer data) {
  (void)path, (void)query;
  InterceptionProxy *proxy = data;
  proxied_request_begin(proxy, message, server == proxy->secure ? "https" : "http");
}

// Has a server listen on a socket that has no address. libsoup closes each connection after one request in a server
// that does not listen: then WebKit would pay for a new connection each time, and fail requests that it sent on a
// closing one.
static bool keep_connections(SoupServer *server, GError **error) {
  g_autofree char *folder = g_dir_make_tmp("swwebview-proxy-XXXXXX", error);
  if (!folder)
    return false;
  g_autofree char *path = g_build_filename(folder, "socket", NULL);
  g_autoptr(GSocketAddress) address = g_unix_socket_address_new(path);
  g_autoptr(GSocket) socket =
      g_socket_new(G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, error);
  bool is_bound = socket && g_socket_bind(socket, address, FALSE, error);
  g_unlink(path);
  g_rmdir(folder);
  return is_bound && g_socket_listen(socket, error) && soup_server_listen_socket(server, socket, 0, error);
}

static SoupServer *make_server(InterceptionProxy *proxy, GError **error) {
  g_autoptr(SoupServer) server = soup_server_new("raw-paths", TRUE, NULL);
  soup_server_add_handler(server, NULL, on_request, proxy, NULL);
  return keep_connections(server, error) ? g_steal_pointer(&server) : NULL;
}

// MARK: Life

static char *make_password(void) {
  g_autofree char *first = g_uuid_string_random();
  g_autofree char *second = g_uuid_string_random();
  return g_strconcat(first, second, NULL);
}

static bool open_port(InterceptionProxy *self, GError **error) {
  g_autoptr(GSocketAddress) address = g_inet_socket_address_new_from_string("127.0.0.1", 0);
  g_autoptr(GSocketAddress) bound = NULL;
  self->service = g_socket_service_new();
  if (!g_socket_listener_add_address(G_SOCKET_LISTENER(self->service), address, G_SOCKET_TYPE_STREAM,
                                     G_SOCKET_PROTOCOL_TCP, NULL, &bound, error))
    return false;
  self->port = g_inet_socket_address_get_port(G_INET_SOCKET_ADDRESS(bound));
  g_signal_connect(self->service, "incoming", G_CALLBACK(interception_proxy_on_connection), self);
  return true;
}

InterceptionProxy *interception_proxy_new(ProxiedRequestFn start, void *start_context,
                                          void (*failed)(const CWKError *, void *), void *context) {
  g_autoptr(GError) error = NULL;
  InterceptionProxy *self = g_new0(InterceptionProxy, 1);
  *self = (InterceptionProxy){.start = start, .context = start_context, .password = make_password()};
  g_queue_init(&self->guests);
  self->plain = make_server(self, &error);
  self->secure = self->plain ? make_server(self, &error) : NULL;
  self->certificate = self->secure ? proxy_certificate_new(&error) : NULL;
  if (self->certificate && open_port(self, &error))
    return self;
  CWKError plain = {g_quark_to_string(error->domain), error->code, error->message};
  failed(&plain, context);
  interception_proxy_release(self);
  return NULL;
}

static void free_server(SoupServer *server) {
  if (!server)
    return;
  soup_server_disconnect(server);
  g_object_unref(server);
}

void interception_proxy_release(InterceptionProxy *self) {
  interception_proxy_close_guests(self);
  if (self->service) {
    g_signal_handlers_disconnect_by_data(self->service, self);
    g_socket_service_stop(self->service);
    g_socket_listener_close(G_SOCKET_LISTENER(self->service));
  }
  g_clear_object(&self->service);
  free_server(self->plain);
  free_server(self->secure);
  g_clear_object(&self->certificate);
  g_free(self->password);
  g_free(self);
}

unsigned interception_proxy_port(InterceptionProxy *self) { return self->port; }

unsigned interception_proxy_connection_count(InterceptionProxy *self) { return self->connection_count; }
