// The calls of scripts that open a dialog or a window, as the view knows them.
#ifndef SWWEBVIEW_PAGE_CALLS_H
#define SWWEBVIEW_PAGE_CALLS_H

#include <webkit2/webkit-web-extension.h>

// Puts functions of the extension before the window's `alert`, `confirm`, `prompt` and `open`. Each tells the view the
// frame of the call, and the features of a window; then it calls WebKit's own function, and tells the view its end.
// WebKit's messages do not name the frame. `context` is the global object of the frame's document in a world, before
// its scripts.
void page_calls_watch(WebKitWebPage *page, WebKitFrame *frame, JSCContext *context);

#endif
