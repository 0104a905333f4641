// The extension's treatment of a page's requests.
#ifndef SWWEBVIEW_REQUESTS_H
#define SWWEBVIEW_REQUESTS_H

#include <webkit2/webkit-web-extension.h>

// Sends http(s) requests of permitted hosts to the bridge's scheme. Tells the view, in the header CWK_MARK_HEADER,
// which document makes a request, and for which destination: `document=ID&destination=NAME`.
void requests_watch(WebKitWebPage *page);

// Returns the referrer policy that the document's last element for it names; NULL for none. Free the text.
char *requests_referrer_policy(WebKitDOMDocument *document);

#endif
