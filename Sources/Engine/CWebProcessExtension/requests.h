// The extension's treatment of a page's requests.
#ifndef SWWEBVIEW_REQUESTS_H
#define SWWEBVIEW_REQUESTS_H

#include "destination.h"
#include <webkit2/webkit-web-extension.h>

// Sends http(s) requests of permitted hosts to the bridge's scheme. Tells the view, in the header CWK_MARK_HEADER,
// which document makes a request, and for which destination: `document=ID&destination=NAME`.
void requests_watch(WebKitWebPage *page);

// Describes a request in its mark. Returns the document that asks, among those of its page; NULL where that is not
// known.
WebKitDOMDocument *requests_describe(GString *mark, const GPtrArray *documents, const char *uri, RequestKind kind);

// Returns the referrer policy that the document's last element for it names; NULL for none. Free the text.
char *requests_referrer_policy(WebKitDOMDocument *document);

#endif
