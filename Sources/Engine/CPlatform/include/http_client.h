// Requests over libcurl, on a thread of their own. In C, because libcurl's settings take variable arguments, and
// because Foundation's URLSession hides the status line and joins headers of one name.
#ifndef HTTP_CLIENT_H
#define HTTP_CLIENT_H

#include <stdbool.h>
#include <stddef.h>

// A thread that makes requests, with their connections and cookies.
typedef struct CHCClient CHCClient;
// A request that was started.
typedef struct CHCTransfer CHCTransfer;

// A request. The pointers but that of the body are read only while chc_start() runs.
typedef struct CHCRequest {
  const char *url;
  const char *method;
  // Lines such as “Name: value”. A line “Name;” is a header with an empty value, one “Name:” leaves out libcurl's own.
  const char *const *headers;
  size_t header_count;
  // Whether there is a body, and its bytes, which stay in place until the end.
  bool has_body;
  const void *body;
  size_t body_length;
  // Whether the client's cookies go along, and those of the answer are kept.
  bool keeps_cookies;
  // The seconds without a byte after which a request fails that has no answer yet; 0 for no limit.
  long patience;
} CHCRequest;

// The events of a request, on the client's thread. None of the functions may block.
typedef struct CHCEvents {
  // A line of the head without its end: first the status line, at last an empty one. Heads of status 1xx come, too, and
  // trailers come after the body.
  void (*line)(void *context, const char *bytes, size_t length);
  // Bytes of the body, decoded.
  void (*body)(void *context, const void *bytes, size_t length);
  // The end, once: libcurl's code, 0 without an error, and its text. `context` is not used afterwards.
  void (*ended)(void *context, int code, const char *message);
  void *context;
} CHCEvents;

// Makes a client. NULL where the system has no more threads. The caller releases it; any thread.
CHCClient *chc_client_new(void);

// Ends a client after its last request. Any thread.
void chc_client_release(CHCClient *client);

// Starts a request. The caller releases the result with chc_release(); any thread.
CHCTransfer *chc_start(CHCClient *client, const CHCRequest *request, CHCEvents events);

// Stops a request that has not ended: it ends with an error. Any thread.
void chc_cancel(CHCTransfer *transfer);

// Gives a request up: it goes on to its end. Any thread.
void chc_release(CHCTransfer *transfer);

#endif
