#include "cwk_private.h"
#include <string.h>

// WebKitGTK refuses a text that is no list of products and comments (RFC 9110, 10.1.5), which WebKit on iOS sends as it
// is. So the settings first get an acceptable text of the same length, in whose memory the text is then written. WebKit
// reads it when the notification comes, which is held back until then.
void cwk_view_set_user_agent(CWKView *self, const char *text) {
  WebKitSettings *settings = webkit_web_view_get_settings(self->web_view);
  size_t length = strlen(text);
  if (length == 0) {
    webkit_settings_set_user_agent(settings, NULL);
    return;
  }
  g_autofree char *placeholder = g_strnfill(length, 'x');
  g_object_freeze_notify(G_OBJECT(settings));
  webkit_settings_set_user_agent(settings, placeholder);
  char *held = (char *)webkit_settings_get_user_agent(settings);
  if (strlen(held) == length)
    memcpy(held, text, length);
  g_object_notify(G_OBJECT(settings), "user-agent");
  g_object_thaw_notify(G_OBJECT(settings));
}

const char *cwk_view_user_agent(CWKView *self) {
  return webkit_settings_get_user_agent(webkit_web_view_get_settings(self->web_view));
}
