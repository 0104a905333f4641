// A way for http(s) requests through the host: a proxy on the loopback interface that a context's network process uses.
//
// WebKit does not let http be registered as a scheme, and a request that was sent to another scheme is of another
// origin for the page. Through a proxy a page keeps its addresses, its origin, its cookies and its caches, and the host
// makes its responses.
#ifndef CWK_PROXY_H
#define CWK_PROXY_H

#include "cwk_context.h"

typedef struct CWKProxy CWKProxy;

// One request. Its life: started, answered with a head, written to, finished or failed or stopped; released by its
// owner.
typedef struct CWKProxyRequest CWKProxyRequest;

// A request begins, its body has been read. The callee owns one reference.
typedef void (*CWKProxyStartFn)(CWKProxyRequest *request, void *context);

// Opens a proxy on a free port of 127.0.0.1 for those who know its password: the contexts that use it. NULL when there
// is no port or no certificate; `failed` gets the reason.
CWKProxy *cwk_proxy_new(CWKProxyStartFn start, void *start_context,
                        void (*failed)(const CWKError *error, void *context), void *context);
// Closes it, and the connections that are open. Requests under way are stopped.
void cwk_proxy_release(CWKProxy *proxy);
unsigned cwk_proxy_port(CWKProxy *proxy);
// The number of connections taken so far.
unsigned cwk_proxy_connection_count(CWKProxy *proxy);
// Sends all http(s) requests of the context's views to the proxy. For https it shows a certificate of its own: the
// code that answers has checked the server's.
void cwk_context_use_proxy(CWKContext *context, CWKProxy *proxy);

typedef struct CWKProxyCallbacks {
  // The page no longer wants the response. At most once, never after the request was finished or failed.
  void (*stopped)(void *context);
  // All that was written has been sent.
  void (*drained)(void *context);
  void *context;
} CWKProxyCallbacks;

// Set before the start callback returns.
void cwk_proxy_request_set_callbacks(CWKProxyRequest *request, CWKProxyCallbacks callbacks);
// Drops the owner's reference; nothing is called back afterwards. An unanswered request fails.
void cwk_proxy_request_release(CWKProxyRequest *request);

// Absolute. Lives as long as the request, as the method does.
const char *cwk_proxy_request_uri(CWKProxyRequest *request);
const char *cwk_proxy_request_method(CWKProxyRequest *request);
void cwk_proxy_request_headers(CWKProxyRequest *request, CWKPairFn receive, void *context);
// Whether a page opens a WebSocket. Such a request is joined or failed, and has no body.
bool cwk_proxy_request_is_web_socket(CWKProxyRequest *request);
// The whole body; NULL without one. Lives as long as the request.
const void *cwk_proxy_request_body(CWKProxyRequest *request, size_t *length);

// Sends the head. `headers` holds 2 * `header_count` strings: name, value, name, value.
void cwk_proxy_request_respond(CWKProxyRequest *request, unsigned status, const char *const *headers,
                               size_t header_count);
// Sends bytes, which are taken as they lie; `release` is called with `release_context` when they were sent or dropped.
void cwk_proxy_request_write(CWKProxyRequest *request, const void *bytes, size_t length, CWKReleaseFn release,
                             void *release_context);
// Ends the body.
void cwk_proxy_request_finish(CWKProxyRequest *request);
// Joins the page's WebSocket with the server at an http(s) address, past the host. A server that cannot be reached is
// answered with status 502, as a NULL address is. The PEM file `certificates`, or NULL, is trusted beside the system's.
// Nothing is called back afterwards.
void cwk_proxy_request_join(CWKProxyRequest *request, const char *address, const char *certificates);
// Fails the request: the connection ends in a way that is no answer, and that WebKit does not try again after.
void cwk_proxy_request_fail(CWKProxyRequest *request);

#endif
