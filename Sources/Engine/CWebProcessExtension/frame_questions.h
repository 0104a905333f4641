// The view's questions about frames. WebKit reports navigations and requests for files without their frames.
#ifndef SWWEBVIEW_FRAME_QUESTIONS_H
#define SWWEBVIEW_FRAME_QUESTIONS_H

#include <webkit2/webkit-web-extension.h>

// Answers the questions of the view that messages.h lists.
void frame_questions_watch(WebKitWebPage *page);

#endif
