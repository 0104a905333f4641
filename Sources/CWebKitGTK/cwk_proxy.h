// What the proxy's files share.
#ifndef CWK_PROXY_PRIVATE_H
#define CWK_PROXY_PRIVATE_H

#include "cwk_private.h"

struct CWKProxy {
  // Takes connections: requests for http addresses, and CONNECT for tunnels.
  SoupServer *outer;
  // Takes the requests inside the tunnels.
  SoupServer *inner;
  GTlsCertificate *certificate;
  // Known to the network process only: other users of the machine can reach the port as well.
  char *password;
  CWKProxyStartFn start;
  void *context;
};

GTlsCertificate *cwk_certificate_new(GError **error);

// The socket that a message came through.
GSocket *cwk_proxy_socket_of(SoupServerMessage *message);
// Takes over a message whose body has been read. `scheme` is what its address begins with.
void cwk_proxy_request_begin(CWKProxy *proxy, SoupServerMessage *message, const char *scheme);

// Joins a message that asks for a WebSocket with its server; false for any other.
bool cwk_proxy_socket_take(SoupServerMessage *message, const char *address);

#endif
