// Declarations that the proxy's files share.
#ifndef CWK_PROXY_PRIVATE_H
#define CWK_PROXY_PRIVATE_H

#include "cwk_private.h"

struct CWKProxy {
  // Takes connections.
  GSocketService *service;
  unsigned port;
  unsigned connection_count;
  // Ends connections that have no request yet.
  GCancellable *stop;
  // Takes the requests of connections without TLS.
  SoupServer *plain;
  // Takes the requests of connections with TLS.
  SoupServer *secure;
  GTlsCertificate *certificate;
  // The proxy's password. Only the network process knows it: other programs can reach the port as well.
  char *password;
  CWKProxyStartFn start;
  void *context;
};

GTlsCertificate *cwk_certificate_new(GError **error);

// Lets a connection in that knows the password, and hands it to one of the servers.
gboolean cwk_proxy_on_connection(GSocketService *service, GSocketConnection *connection, GObject *source,
                                 gpointer proxy);
// The proxy's address, with the password. The caller owns it.
char *cwk_proxy_uri(CWKProxy *self);

// The socket that a message came through.
GSocket *cwk_proxy_socket_of(SoupServerMessage *message);
// Takes over a message whose body has been read. `scheme` is what its address begins with.
void cwk_proxy_request_begin(CWKProxy *proxy, SoupServerMessage *message, const char *scheme);

// Joins the connection of a message, which is paused, with the server at an address. A NULL address, and a server that
// cannot be reached, are answered with status 502. `certificates` as in cwk_proxy_request_join.
void cwk_proxy_socket_join(SoupServerMessage *message, const char *address, const char *certificates);

#endif
