// Scripts that the application runs in a frame: WebKit's own functions reach the main frame only.
#ifndef SWWEBVIEW_FRAME_SCRIPTS_H
#define SWWEBVIEW_FRAME_SCRIPTS_H

#include <webkit2/webkit-web-extension.h>

// Answers the messages CWK_MESSAGE_SCRIPT of the view.
void frame_scripts_watch(WebKitWebPage *page);

#endif
