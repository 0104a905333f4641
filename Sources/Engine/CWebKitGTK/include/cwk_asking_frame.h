// The frames that ask for something, as the web-process extension finds them: WebKitGTK does not report them.
#ifndef CWK_ASKING_FRAME_H
#define CWK_ASKING_FRAME_H

#include "cwk_navigation.h"
#include "cwk_view.h"

typedef struct CWKAskingFrame {
  // NULL where the frame is not known.
  const CWKPageFrame *source, *target;
  // Whether the target is a subframe, also where it is not known which.
  bool is_subframe;
  // The value of the attribute `download` of the link that a navigation follows; NULL where it has none.
  const char *download;
  // The referrer policy of a navigation; NULL for none.
  const char *referrer_policy;
  // Whether a file input takes folders.
  bool is_directory;
} CWKAskingFrame;

// `frame` lives for the call. Without an extension, or after the end of the web process, nothing in it is known.
typedef void (*CWKAskingFrameFn)(const CWKAskingFrame *frame, void *context);

// Each calls `receive` later, once, on the main thread.
void cwk_view_find_navigated_frame(CWKView *view, CWKPolicyDecision *decision, CWKAskingFrameFn receive, void *context);
void cwk_view_find_choosing_frame(CWKView *view, CWKAskingFrameFn receive, void *context);
void cwk_view_find_capturing_frame(CWKView *view, bool camera, bool microphone, CWKAskingFrameFn receive,
                                   void *context);

#endif
