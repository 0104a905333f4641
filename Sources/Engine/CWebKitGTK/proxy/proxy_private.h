// Declarations that the proxy's files share.
#ifndef INTERCEPTION_PROXY_PRIVATE_H
#define INTERCEPTION_PROXY_PRIVATE_H

#include "interception_proxy.h"
#include <libsoup/soup.h>

struct InterceptionProxy {
  // Takes connections.
  GSocketService *service;
  unsigned port;
  unsigned connection_count;
  // The connections that have no request yet, the oldest first.
  GQueue guests;
  // Takes the requests of connections without TLS.
  SoupServer *plain;
  // Takes the requests of connections with TLS.
  SoupServer *secure;
  GTlsCertificate *certificate;
  // The proxy's password. Only the network process knows it: other programs can reach the port as well.
  char *password;
  ProxiedRequestFn start;
  void *context;
};

GTlsCertificate *proxy_certificate_new(GError **error);

// Accepts a connection that sends the password, and hands it to one of the servers. Any program of the machine can
// connect: the proxy closes a connection that does not send the password in time, and the oldest such connection beyond
// a limit.
gboolean interception_proxy_on_connection(GSocketService *service, GSocketConnection *connection, GObject *source,
                                          gpointer proxy);

// Closes the connections that have no request yet.
void interception_proxy_close_guests(InterceptionProxy *proxy);

// Calls `receive` for each header.
void proxy_headers_foreach(SoupMessageHeaders *headers, CWKPairFn receive, void *context);

// The socket that a message came through.
GSocket *interception_proxy_socket_of(SoupServerMessage *message);
// Takes over a message whose body has been read. `scheme` is what its address begins with.
void proxied_request_begin(InterceptionProxy *proxy, SoupServerMessage *message, const char *scheme);

// Joins the connection of a message, which is paused, with the server at an address. A NULL address, and a server that
// cannot be reached, are answered with status 502. `certificates` as in proxied_request_join.
void interception_proxy_socket_join(SoupServerMessage *message, const char *address, const char *certificates);

#endif
