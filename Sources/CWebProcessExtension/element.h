// What an element of a document asks for.
#ifndef SWWEBVIEW_ELEMENT_H
#define SWWEBVIEW_ELEMENT_H

#include <webkit2/webkit-web-extension.h>

// Whether the element fetches `uri`, which has no fragment.
gboolean element_asks_for(WebKitDOMElement *element, const char *uri);

// The destination of its request, one of Fetch's; NULL where that is not known.
// Source: https://fetch.spec.whatwg.org/#destination-table
const char *element_destination(WebKitDOMElement *element);

#endif
