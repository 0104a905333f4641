// The requests that elements of a document make.
#ifndef SWWEBVIEW_ELEMENT_H
#define SWWEBVIEW_ELEMENT_H

#include <webkit2/webkit-web-extension.h>

// Returns whether the element fetches `uri`, which has no fragment.
gboolean element_asks_for(WebKitDOMElement *element, const char *uri);

// Returns the destination of the element's request, one of Fetch's; NULL where that is not known.
// Source: https://fetch.spec.whatwg.org/#destination-table
const char *element_destination(WebKitDOMElement *element);

// Appends the settings that the element gives its request, as pairs of a mark: mode, credentials, integrity, referrer
// policy, or that a frame will have an opaque origin.
// Source: https://html.spec.whatwg.org/#cors-settings-attribute
void element_append_settings(WebKitDOMElement *element, GString *mark);

#endif
