// The random id of each document that the bridge serves, and what it was seen to ask for.
#ifndef SWWEBVIEW_IDENTITY_H
#define SWWEBVIEW_IDENTITY_H

#include <webkit2/webkit-web-extension.h>

// Begins a document: it gets an id if `is_bridged`. Gives the id, 128 bits in hex, or NULL.
const char *identity_renew(WebKitDOMDocument *document, gboolean is_bridged);

// The document's id; NULL when the bridge does not serve it.
const char *identity_id(WebKitDOMDocument *document);

// Grows with each document: the newest has the highest number. 0 for a document that has not begun.
guint64 identity_number(WebKitDOMDocument *document);

// Whether a document of the bridge was found before to have asked for `uri`; and notes that it was.
gboolean identity_has_asked(WebKitDOMDocument *document, const char *uri);
void identity_note_asked(WebKitDOMDocument *document, const char *uri);

#endif
