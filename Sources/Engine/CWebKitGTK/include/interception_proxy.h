// A way for http(s) requests through the host: a proxy on the loopback interface that a context's network process uses.
//
// WebKit does not let http be registered as a scheme, and a request that was sent to another scheme is of another
// origin for the page. Through a proxy a page keeps its addresses, its origin, its cookies and its caches, and the host
// makes its responses.
#ifndef INTERCEPTION_PROXY_H
#define INTERCEPTION_PROXY_H

#include "cwk_base.h"

typedef struct InterceptionProxy InterceptionProxy;

// One request. Its life: started, answered with a head, written to, finished or failed or stopped; released by its
// owner.
typedef struct ProxiedRequest ProxiedRequest;

// A request begins, its body has been read. The callee owns one reference.
typedef void (*ProxiedRequestFn)(ProxiedRequest *request, void *context);

// Opens a proxy on a free port of 127.0.0.1 for those who know its password: the contexts that use it. NULL when there
// is no port or no certificate; `failed` gets the reason.
InterceptionProxy *interception_proxy_new(ProxiedRequestFn start, void *start_context,
                                          void (*failed)(const CWKError *error, void *context), void *context);
// Closes it, and the connections that are open. Requests under way are stopped.
void interception_proxy_release(InterceptionProxy *proxy);
unsigned interception_proxy_port(InterceptionProxy *proxy);
// The number of connections taken so far.
unsigned interception_proxy_connection_count(InterceptionProxy *proxy);
// Returns the proxy's address with its password, for cwk_context_use_proxy. The caller frees it.
char *interception_proxy_uri(InterceptionProxy *proxy);

typedef struct ProxiedRequestCallbacks {
  // The page no longer wants the response. At most once, never after the request was finished or failed.
  void (*stopped)(void *context);
  // All that was written has been sent.
  void (*drained)(void *context);
  void *context;
} ProxiedRequestCallbacks;

// Set before the start callback returns.
void proxied_request_set_callbacks(ProxiedRequest *request, ProxiedRequestCallbacks callbacks);
// Drops the owner's reference; nothing is called back afterwards. An unanswered request fails.
void proxied_request_release(ProxiedRequest *request);

// Absolute. Lives as long as the request, as the method does.
const char *proxied_request_uri(ProxiedRequest *request);
const char *proxied_request_method(ProxiedRequest *request);
void proxied_request_headers(ProxiedRequest *request, CWKPairFn receive, void *context);
// Whether a page opens a WebSocket. Such a request is joined or failed, and has no body.
bool proxied_request_is_web_socket(ProxiedRequest *request);
// The whole body; NULL without one. Lives as long as the request.
const void *proxied_request_body(ProxiedRequest *request, size_t *length);

// Sends the head. `headers` holds 2 * `header_count` strings: name, value, name, value. There are no others, but for
// the coding of the body's transfer.
void proxied_request_respond(ProxiedRequest *request, unsigned status, const char *reason, const char *const *headers,
                             size_t header_count);
// Sends bytes, which are taken as they lie; `release` is called with `release_context` when they were sent or dropped.
void proxied_request_write(ProxiedRequest *request, const void *bytes, size_t length, CWKReleaseFn release,
                           void *release_context);
// Ends the body.
void proxied_request_finish(ProxiedRequest *request);
// Joins the page's WebSocket with the server at an http(s) address, past the host. A server that cannot be reached is
// answered with status 502, as a NULL address is. The PEM file `certificates`, or NULL, is trusted beside the system's.
// Nothing is called back afterwards.
void proxied_request_join(ProxiedRequest *request, const char *address, const char *certificates);
// Fails the request: the connection ends in a way that is no answer, and that WebKit does not try again after.
void proxied_request_fail(ProxiedRequest *request);

#endif
