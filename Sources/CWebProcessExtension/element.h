// What an element of a document asks for.
#ifndef SWWEBVIEW_ELEMENT_H
#define SWWEBVIEW_ELEMENT_H

#include <webkit2/webkit-web-extension.h>

// Whether the element fetches `uri`, which has no fragment.
gboolean element_asks_for(WebKitDOMElement *element, const char *uri);

// The destination of its request, one of Fetch's; NULL where that is not known.
// Source: https://fetch.spec.whatwg.org/#destination-table
const char *element_destination(WebKitDOMElement *element);

// How the element says that its request is made, as pairs of a mark: mode, credentials, integrity, or
// that a frame will have no origin.
// Source: https://html.spec.whatwg.org/#cors-settings-attribute
void element_append_settings(WebKitDOMElement *element, GString *mark);

#endif
