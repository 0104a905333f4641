// The documents that a page shows.
//
// No script runs here, or wherever a request is on its way: WebKit also asks for pictures while it lays a page out, and
// ends the process when a script runs then. So the documents are read through the DOM's own C functions.
#ifndef SWWEBVIEW_DOCUMENTS_H
#define SWWEBVIEW_DOCUMENTS_H

#include <webkit2/webkit-web-extension.h>

// Gives every document of the bridge an id and a channel from now on: its window gets the property
// CWK_WINDOW_DOCUMENT, which the runtime takes away at document start, and what channel.h says.
void documents_watch(void);

// The frame of the page with WebKit's id for it, among those in which scripts may run; NULL where there is none.
WebKitFrame *documents_frame(WebKitWebPage *page, guint64 id);

// The frame that shows a document; NULL for one in which scripts may not run. WebKit may make the window's object for
// the extension's scripts: not to be called where a request is on its way.
WebKitFrame *documents_frame_of(WebKitWebPage *page, WebKitDOMDocument *document);

// The document in a frame element, `object` included; NULL where there is none.
WebKitDOMDocument *documents_content_of(WebKitDOMNode *node);

// The document around a frame's document; NULL for the page's own.
WebKitDOMDocument *documents_parent_of(WebKitDOMDocument *document);

// The documents of the page's frames, WebKitDOMDocument: the main frame's first, then those of frames that scripts can
// reach, then those of foreign frames without scripts. Free the array.
GPtrArray *documents_of(WebKitWebPage *page);

#endif
