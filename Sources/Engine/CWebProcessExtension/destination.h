// Kinds and destinations of requests, by their headers and addresses.
#ifndef SWWEBVIEW_DESTINATION_H
#define SWWEBVIEW_DESTINATION_H

#include <glib.h>
#include <libsoup/soup.h>

typedef enum {
  // The response is to be shown as a page or in a frame.
  REQUEST_DOCUMENT,
  REQUEST_IMAGE,
  REQUEST_STYLE,
  // Scripts, fonts, media, and other resources that elements and styles fetch.
  REQUEST_OTHER,
  // fetch, XMLHttpRequest, EventSource, a worker's requests: no element makes them.
  REQUEST_SCRIPTED,
} RequestKind;

RequestKind request_kind(SoupMessageHeaders *headers);

// Returns the destination of a request, one of Fetch's. Where its kind does not tell, the extension of the file name
// does. NULL where it cannot be told.
const char *destination_guess(RequestKind kind, const char *uri);

#endif
