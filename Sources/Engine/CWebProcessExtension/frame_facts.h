// The facts about a frame that the view receives.
#ifndef SWWEBVIEW_FRAME_FACTS_H
#define SWWEBVIEW_FRAME_FACTS_H

#include <webkit2/webkit-web-extension.h>

// Returns a document's frame as CWK_FRAME_TYPE describes it. The value is floating.
GVariant *frame_facts(WebKitWebPage *page, WebKitDOMDocument *document);

#endif
