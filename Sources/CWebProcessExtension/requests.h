// What the extension does with the requests of a page.
#ifndef SWWEBVIEW_REQUESTS_H
#define SWWEBVIEW_REQUESTS_H

#include <webkit2/webkit-web-extension.h>

// Sends http(s) requests of permitted hosts to the bridge's scheme, and tells the view, in the header
// `X-SWWebView-Mark`, which document asks for what: `f=<document id>&d=<destination>`.
void requests_watch(WebKitWebPage *page);

#endif
