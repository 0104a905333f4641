#include "cwk_media.h"
#include "cwk_private.h"

static gboolean on_enter_fullscreen(WebKitWebView *web_view, gpointer data) {
  (void)web_view;
  CWKView *view = data;
  view->entered_fullscreen = true;
  view->callbacks.fullscreen_changed(true, view->callbacks.context);
  return FALSE;
}

static gboolean on_leave_fullscreen(WebKitWebView *web_view, gpointer data) {
  (void)web_view;
  CWKView *view = data;
  view->callbacks.fullscreen_changed(false, view->callbacks.context);
  return FALSE;
}

void cwk_view_connect_media(CWKView *view, void (*changed)(GObject *, GParamSpec *, gpointer)) {
  g_object_connect(view->web_view, "signal::notify::camera-capture-state", changed, view,
                   "signal::notify::microphone-capture-state", changed, view, "signal::enter-fullscreen",
                   on_enter_fullscreen, view, "signal::leave-fullscreen", on_leave_fullscreen, view, NULL);
}

CWKCaptureState cwk_view_capture_state(CWKView *view, CWKCaptureDevice device) {
  WebKitMediaCaptureState state = device == CWK_CAPTURE_CAMERA
                                      ? webkit_web_view_get_camera_capture_state(view->web_view)
                                      : webkit_web_view_get_microphone_capture_state(view->web_view);
  return state == WEBKIT_MEDIA_CAPTURE_STATE_ACTIVE  ? CWK_CAPTURE_ACTIVE
         : state == WEBKIT_MEDIA_CAPTURE_STATE_MUTED ? CWK_CAPTURE_MUTED
                                                     : CWK_CAPTURE_NONE;
}

void cwk_view_set_capture_state(CWKView *view, CWKCaptureDevice device, CWKCaptureState state) {
  static const WebKitMediaCaptureState states[] = {WEBKIT_MEDIA_CAPTURE_STATE_NONE, WEBKIT_MEDIA_CAPTURE_STATE_ACTIVE,
                                                   WEBKIT_MEDIA_CAPTURE_STATE_MUTED};
  if (device == CWK_CAPTURE_CAMERA)
    webkit_web_view_set_camera_capture_state(view->web_view, states[state]);
  else
    webkit_web_view_set_microphone_capture_state(view->web_view, states[state]);
}
