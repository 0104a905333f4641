#include "cwk_proxy.h"

static const char user[] = "swwebview";

// MARK: Tunnels

static GQuark socket_quark(void) { return g_quark_from_static_string("cwk-proxy-socket"); }

GSocket *cwk_proxy_socket_of(SoupServerMessage *message) {
  GSocket *socket = soup_server_message_get_socket(message);
  // The server inside of a tunnel knows no more than the addresses that it was given.
  GSocketAddress *remote = soup_server_message_get_remote_address(message);
  return socket || !remote ? socket : g_object_get_qdata(G_OBJECT(remote), socket_quark());
}

// The answer to CONNECT has been sent: what follows on the connection is TLS, with us as the host that WebKit named.
static void on_tunnel_open(SoupServerMessage *message, gpointer data) {
  CWKProxy *proxy = data;
  g_autoptr(GSocketAddress) local = g_object_ref(soup_server_message_get_local_address(message));
  g_autoptr(GSocketAddress) remote = g_object_ref(soup_server_message_get_remote_address(message));
  g_object_set_qdata_full(G_OBJECT(remote), socket_quark(), g_object_ref(soup_server_message_get_socket(message)),
                          g_object_unref);
  g_autoptr(GIOStream) stream = soup_server_message_steal_connection(message);
  g_autoptr(GIOStream) secure = g_tls_server_connection_new(stream, proxy->certificate, NULL);
  if (!secure || !soup_server_accept_iostream(proxy->inner, secure, local, remote, NULL))
    g_io_stream_close(stream, NULL, NULL);
}

// MARK: Requests

static void on_request(SoupServer *server, SoupServerMessage *message, const char *path, GHashTable *query,
                       gpointer data) {
  (void)path, (void)query;
  CWKProxy *proxy = data;
  if (soup_server_message_get_method(message) == SOUP_METHOD_CONNECT && server == proxy->outer) {
    soup_server_message_set_status(message, SOUP_STATUS_OK, NULL);
    g_signal_connect(message, "wrote-body", G_CALLBACK(on_tunnel_open), proxy);
    return;
  }
  cwk_proxy_request_begin(proxy, message, server == proxy->inner ? "https" : "http");
}

static gboolean on_password(SoupAuthDomain *domain, SoupServerMessage *message, const char *name, const char *password,
                            gpointer data) {
  (void)domain, (void)message;
  const CWKProxy *proxy = data;
  return strcmp(name, user) == 0 && strcmp(password, proxy->password) == 0;
}

static SoupServer *make_server(CWKProxy *proxy) {
  SoupServer *server = soup_server_new("raw-paths", TRUE, NULL);
  soup_server_add_handler(server, NULL, on_request, proxy, NULL);
  return server;
}

// MARK: Life

static char *make_password(void) {
  g_autofree char *first = g_uuid_string_random();
  g_autofree char *second = g_uuid_string_random();
  return g_strconcat(first, second, NULL);
}

CWKProxy *cwk_proxy_new(CWKProxyStartFn start, void *start_context, void (*failed)(const CWKError *, void *),
                        void *context) {
  g_autoptr(GError) error = NULL;
  CWKProxy *self = g_new0(CWKProxy, 1);
  *self = (CWKProxy){.start = start, .context = start_context, .password = make_password()};
  self->outer = make_server(self);
  self->inner = make_server(self);
  g_autoptr(SoupAuthDomain) domain = soup_auth_domain_basic_new("realm", "SWWebView", "proxy", TRUE, NULL);
  soup_auth_domain_basic_set_auth_callback(domain, on_password, self, NULL);
  soup_auth_domain_add_path(domain, "");
  soup_server_add_auth_domain(self->outer, domain);
  self->certificate = cwk_certificate_new(&error);
  if (self->certificate && soup_server_listen_local(self->outer, 0, SOUP_SERVER_LISTEN_IPV4_ONLY, &error))
    return self;
  CWKError plain = cwk_error(error);
  failed(&plain, context);
  cwk_proxy_release(self);
  return NULL;
}

static void free_server(SoupServer *server) {
  soup_server_disconnect(server);
  g_object_unref(server);
}

void cwk_proxy_release(CWKProxy *self) {
  free_server(self->outer);
  free_server(self->inner);
  g_clear_object(&self->certificate);
  g_free(self->password);
  g_free(self);
}

unsigned cwk_proxy_port(CWKProxy *self) {
  GSList *uris = soup_server_get_uris(self->outer);
  int port = uris ? g_uri_get_port(uris->data) : 0;
  g_slist_free_full(uris, (GDestroyNotify)g_uri_unref);
  return (unsigned)port;
}

void cwk_context_use_proxy(CWKContext *context, CWKProxy *proxy) {
  g_autofree char *uri = g_strdup_printf("http://%s:%s@127.0.0.1:%u", user, proxy->password, cwk_proxy_port(proxy));
  WebKitNetworkProxySettings *settings = webkit_network_proxy_settings_new(uri, NULL);
  WebKitWebsiteDataManager *manager = webkit_web_context_get_website_data_manager(cwk_web_context(context));
  webkit_website_data_manager_set_network_proxy_settings(manager, WEBKIT_NETWORK_PROXY_MODE_CUSTOM, settings);
  webkit_network_proxy_settings_free(settings);
  webkit_website_data_manager_set_tls_errors_policy(manager, WEBKIT_TLS_ERRORS_POLICY_IGNORE);
}
