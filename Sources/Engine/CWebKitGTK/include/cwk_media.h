// The camera and the microphone of a page, and its fullscreen state.
#ifndef CWK_MEDIA_H
#define CWK_MEDIA_H

#include "cwk_view.h"

typedef enum CWKCaptureDevice { CWK_CAPTURE_CAMERA, CWK_CAPTURE_MICROPHONE } CWKCaptureDevice;

typedef enum CWKCaptureState { CWK_CAPTURE_NONE, CWK_CAPTURE_ACTIVE, CWK_CAPTURE_MUTED } CWKCaptureState;

CWKCaptureState cwk_view_capture_state(CWKView *view, CWKCaptureDevice device);
// Mutes, continues or ends the recording. The state changes later, and `changed` reports it. A page that does not
// record stays so.
void cwk_view_set_capture_state(CWKView *view, CWKCaptureDevice device, CWKCaptureState state);

#endif
