// What can be told about a request from its headers and its address.
#ifndef SWWEBVIEW_DESTINATION_H
#define SWWEBVIEW_DESTINATION_H

#include <glib.h>
#include <libsoup/soup.h>

typedef enum {
  // A page or a frame is to show the response.
  REQUEST_DOCUMENT,
  REQUEST_IMAGE,
  REQUEST_STYLE,
  // Scripts, fonts, media, whatever else elements and styles fetch.
  REQUEST_OTHER,
  // fetch, XMLHttpRequest, EventSource, a worker's requests: no element asks.
  REQUEST_SCRIPTED,
} RequestKind;

RequestKind request_kind(SoupMessageHeaders *headers);

// The destination of a request, one of Fetch's, by the file name's extension where its kind does not tell; NULL where
// it cannot be told.
const char *destination_guess(RequestKind kind, const char *uri);

#endif
