// Requests of custom schemes, and the streams that answer them.
#ifndef CWK_SCHEME_H
#define CWK_SCHEME_H

#include "cwk_base.h"

struct CWKView;

// One request. Its life: started, answered with a head, written to, finished or failed or stopped; released by its
// owner.
typedef struct CWKSchemeRequest CWKSchemeRequest;

// A request begins. `view` is the view that asked, NULL when it is gone already. The callee owns one reference.
typedef void (*CWKSchemeStartFn)(CWKSchemeRequest *request, struct CWKView *view, void *context);

typedef struct CWKSchemeCallbacks {
  // The page no longer wants the response: fetch aborted, EventSource closed, document or view gone. At most once,
  // never after the request was finished or failed and its bytes were read.
  void (*stopped)(void *context);
  // Fewer than the low-water mark of bytes wait to be read; only after a write that returned more than the high one.
  void (*drained)(void *context);
  void *context;
} CWKSchemeCallbacks;

// Set before the start callback returns.
void cwk_scheme_request_set_callbacks(CWKSchemeRequest *request, CWKSchemeCallbacks callbacks);
// Drops the owner's reference; nothing is called back afterwards. An unanswered request fails.
void cwk_scheme_request_release(CWKSchemeRequest *request);

const char *cwk_scheme_request_uri(CWKSchemeRequest *request);
const char *cwk_scheme_request_method(CWKSchemeRequest *request);
void cwk_scheme_request_headers(CWKSchemeRequest *request, CWKPairFn receive, void *context);

typedef enum CWKBodyState {
  CWK_BODY_NONE,
  CWK_BODY_READABLE,
  // The body holds a Blob or a File, which WebKitGTK cannot give to the host process.
  CWK_BODY_UNREADABLE,
} CWKBodyState;

// Opens the request's body. Call it once, before the reads.
CWKBodyState cwk_scheme_request_open_body(CWKSchemeRequest *request);
// Reads up to `limit` bytes without blocking; `receive` gets them once, with length 0 at the end, or an error.
void cwk_scheme_request_read_body(CWKSchemeRequest *request, size_t limit,
                                  void (*receive)(const void *bytes, size_t length, const CWKError *error,
                                                  void *context),
                                  void *context);

// Sets the response's head; it travels with the first byte or the end. `content_type` may be NULL. `headers` holds
// 2 * `header_count` strings: name, value, name, value.
void cwk_scheme_request_respond(CWKSchemeRequest *request, unsigned status, const char *reason,
                                const char *content_type, const char *const *headers, size_t header_count);
// Sets the length of the body, with the head. WebKit's player seeks in media only where it has the length. Only the
// response's own length will do: WebKit ignores the header `Content-Length` here.
void cwk_scheme_request_set_length(CWKSchemeRequest *request, int64_t length);
// Queues bytes and returns the number of bytes now waiting. With a `release` they are not copied, and it is called
// with `release_context` when they were read or dropped. Without one they are copied.
size_t cwk_scheme_request_write(CWKSchemeRequest *request, const void *bytes, size_t length, CWKReleaseFn release,
                                void *release_context);
// Ends the body.
void cwk_scheme_request_finish(CWKSchemeRequest *request);
// Fails the request; bytes not yet read are dropped. `domain` and `code` reach the view's load-failed callback
// unchanged.
void cwk_scheme_request_fail(CWKSchemeRequest *request, const char *domain, int code, const char *message);

// The number of waiting bytes above which a writer should pause, and the number below which it is told to go on.
#define CWK_SCHEME_HIGH_WATER ((size_t)1 << 20)
#define CWK_SCHEME_LOW_WATER ((size_t)1 << 18)

// Streams that have been opened by any request and not yet been closed by WebKit. For tests that look for leaks.
unsigned cwk_scheme_open_streams(void);

#endif
