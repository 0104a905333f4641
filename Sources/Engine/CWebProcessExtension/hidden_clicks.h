// Clicks that no listener of the window hears.
#ifndef SWWEBVIEW_HIDDEN_CLICKS_H
#define SWWEBVIEW_HIDDEN_CLICKS_H

#include <webkit2/webkit-web-extension.h>

// Records the clicks on links and file inputs that are outside of the document or in a shadow tree, among the page's
// actions. Scripts make them by `click()`, `dispatchEvent()` and `showPicker()`, before which a function is put; a
// person makes them in a shadow tree. `context` is the global object of a frame's document in a world, before its
// scripts.
void hidden_clicks_watch(WebKitWebPage *page, JSCContext *context);

#endif
