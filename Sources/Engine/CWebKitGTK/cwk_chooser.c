#include "cwk_private.h"

static WebKitFileChooserRequest *file_request(CWKFileChooser *self) { return (WebKitFileChooserRequest *)(void *)self; }

bool cwk_file_chooser_allows_several(CWKFileChooser *self) {
  return webkit_file_chooser_request_get_select_multiple(file_request(self));
}

void cwk_file_chooser_answer(CWKFileChooser *self, const char *const *paths, size_t count) {
  if (count) {
    g_autofree const char **list = g_new0(const char *, count + 1);
    for (size_t i = 0; i < count; i++)
      list[i] = paths[i];
    webkit_file_chooser_request_select_files(file_request(self), list);
  } else {
    webkit_file_chooser_request_cancel(file_request(self));
  }
  g_object_unref(file_request(self));
}

static WebKitUserMediaPermissionRequest *media_request(CWKCaptureRequest *self) {
  return (WebKitUserMediaPermissionRequest *)(void *)self;
}

bool cwk_capture_wants_camera(CWKCaptureRequest *self) {
  return webkit_user_media_permission_is_for_video_device(media_request(self));
}

bool cwk_capture_wants_microphone(CWKCaptureRequest *self) {
  return webkit_user_media_permission_is_for_audio_device(media_request(self));
}

void cwk_capture_answer(CWKCaptureRequest *self, bool is_allowed) {
  WebKitPermissionRequest *request = WEBKIT_PERMISSION_REQUEST(media_request(self));
  (is_allowed ? webkit_permission_request_allow : webkit_permission_request_deny)(request);
  g_object_unref(request);
}

static gboolean on_file_chooser(WebKitWebView *web_view, WebKitFileChooserRequest *request, gpointer data) {
  (void)web_view;
  CWKView *view = data;
  view->callbacks.choose_files((CWKFileChooser *)(void *)g_object_ref(request), view->callbacks.context);
  return TRUE;
}

static gboolean on_permission(WebKitWebView *web_view, WebKitPermissionRequest *request, gpointer data) {
  (void)web_view;
  CWKView *view = data;
  // WebKit's own answer shows nothing: it allows pointer locks and refuses everything else.
  if (!WEBKIT_IS_USER_MEDIA_PERMISSION_REQUEST(request) ||
      webkit_user_media_permission_is_for_display_device(WEBKIT_USER_MEDIA_PERMISSION_REQUEST(request)))
    return FALSE;
  view->callbacks.capture_media((CWKCaptureRequest *)(void *)g_object_ref(request), view->callbacks.context);
  return TRUE;
}

void cwk_view_connect_choosers(CWKView *view) {
  g_object_connect(view->web_view, "signal::run-file-chooser", on_file_chooser, view, "signal::permission-request",
                   on_permission, view, NULL);
}
