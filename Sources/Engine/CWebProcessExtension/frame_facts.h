// The facts about a frame that the view receives.
#ifndef SWWEBVIEW_FRAME_FACTS_H
#define SWWEBVIEW_FRAME_FACTS_H

#include <webkit2/webkit-web-extension.h>

// Returns (tssb): WebKit's id of a document's frame, or 0 where scripts may not run in it, the document's address, its
// origin, and whether the frame is the main one. The value is floating.
GVariant *frame_facts(WebKitWebPage *page, WebKitDOMDocument *document);

#endif
