// The picture of a view as it changes. For views with a window on the display.
#ifndef CWK_FRAMES_H
#define CWK_FRAMES_H

#include "cwk_view.h"

// A rectangle of the view's picture as a PNG file, in device pixels, and the size of the whole. Lives for the call.
typedef struct CWKFrame {
  const void *png;
  size_t length;
  int x, y, width, height;
  int whole_width, whole_height;
} CWKFrame;

// Calls `changed` when the view has drawn something that cwk_view_take_frame has not taken yet, once until it is taken.
// One watcher a view, for good; `context` outlives the view.
void cwk_view_watch_frames(CWKView *view, void (*changed)(void *context), void *context);

// Takes what has changed since the last time, or the whole. `receive` is called later, on the main thread, after the
// file was made on another; with NULL when nothing has changed or the view went meanwhile.
void cwk_view_take_frame(CWKView *view, bool whole, void (*receive)(const CWKFrame *frame, void *context),
                         void *context);

#endif
