// The view's questions about frames. WebKit reports navigations and requests for files without their frames.
#ifndef SWWEBVIEW_FRAME_QUESTIONS_H
#define SWWEBVIEW_FRAME_QUESTIONS_H

#include <webkit2/webkit-web-extension.h>

// Answers the view's messages to the page with a{sv}, in which facts that are not known are absent. "source" and
// "target" are frames as frame_facts.h writes them.
//
// "swwebview-navigation" a{sv} has the address "uri", WebKit's type "type" (i), "referrer", "destination" of Fetch for
// a redirect, and "isRedirect" (b). The answer has "source", "target", "isSubframe" (b) where only that is known of the
// target, and "isDownload" (b) for a link with the attribute.
//
// "swwebview-chooser" has no parameters. The answer has "source" and "isDirectory" (b).
//
// "swwebview-capture" (bb) tells whether a camera and a microphone are wanted. The answer has "source".
void frame_questions_watch(WebKitWebPage *page);

#endif
