// User agents that change with a navigation, for the content modes of pages.
#ifndef SWWEBVIEW_USER_AGENTS_H
#define SWWEBVIEW_USER_AGENTS_H

#include <webkit2/webkit-web-extension.h>

// Has the functions below act from now on.
void user_agents_correct(void);

// Gives an http request for a document the page's present user agent. WebKit has set the one from before the decision
// about the navigation.
void user_agents_correct_request(WebKitWebPage *page, WebKitURIRequest *request);

// Gives a document a `navigator.platform` that suits its user agent. Call this function before the document's scripts
// run.
void user_agents_begin_document(WebKitWebPage *page, JSCContext *context);

#endif
