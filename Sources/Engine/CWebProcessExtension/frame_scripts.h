// Scripts that the application runs in a frame: WebKit's own functions reach the main frame only.
#ifndef SWWEBVIEW_FRAME_SCRIPTS_H
#define SWWEBVIEW_FRAME_SCRIPTS_H

#include <webkit2/webkit-web-extension.h>

// Answers the view's messages "swwebview-script" to the page: a{sv} with the frame's id "frame" (t), the name of a
// script world "world" (s, empty for the page's own), the text "script" (ay), its address in errors "source" (s), and
// "isCall" (b), which has a promise awaited. The reply is (us): 0 and the value as frame_value.h writes it, or one of
// FrameScriptFailure and a message.
void frame_scripts_watch(WebKitWebPage *page);

typedef enum {
  FRAME_SCRIPT_NO_FRAME = 1,
  FRAME_SCRIPT_NO_VALUE = 2,
  FRAME_SCRIPT_EXCEPTION = 3,
  FRAME_SCRIPT_ABANDONED = 4,
} FrameScriptFailure;

#endif
