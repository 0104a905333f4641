// Finds which document of a page asks for a URL, because WebKit does not tell.
#ifndef SWWEBVIEW_ASKER_H
#define SWWEBVIEW_ASKER_H

#include "destination.h"
#include <webkit2/webkit-web-extension.h>

typedef struct {
  // The document that asks, as far as it can be known; NULL otherwise.
  WebKitDOMDocument *document;
  // The destination of its element's request, one of Fetch's; NULL where that is not known.
  const char *destination;
  // The element, if there is one; it lives as long as its document does.
  WebKitDOMElement *element;
  // Whether an element or a style of the document names the URL. Otherwise the document is the likeliest one.
  gboolean is_named;
} Asker;

// Looks in every document for an element or a style that mentions `uri`. Failing that, it is the newest document whose
// parser is at work, which asks ahead of the elements, or the only one that is still loading.
Asker asker_find(const GPtrArray *documents, const char *uri, RequestKind kind);

#endif
