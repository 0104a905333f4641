// The navigations of a page that have not arrived yet. A redirect has the frames of the navigation that is redirected.
#ifndef SWWEBVIEW_PENDING_NAVIGATIONS_H
#define SWWEBVIEW_PENDING_NAVIGATIONS_H

#include "navigated_frame.h"

void pending_navigations_note(WebKitWebPage *page, const Navigation *navigation, const NavigatedFrame *found);

// Marks the request of a navigation, so that its redirects can be told from those of other frames that load meanwhile.
// The mark is one of the spellings of the same weights in `Accept`. A request gets none while nothing else loads.
void pending_navigations_mark(WebKitWebPage *page, WebKitURIRequest *request);

// Finds the frames of a redirect. Returns FALSE where no navigation fits.
gboolean pending_navigations_find(WebKitWebPage *page, const Navigation *navigation, NavigatedFrame *found);

// Returns whether a navigation to the address is about to replace the document.
gboolean pending_navigations_replace(WebKitWebPage *page, WebKitDOMDocument *document, const char *uri);

// Forgets the navigations of a frame that replace another document than its present one.
void pending_navigations_end(WebKitWebPage *page, WebKitFrame *frame, WebKitDOMDocument *document);

#endif
