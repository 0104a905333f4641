#include "cwk_private.h"
#include <gdk/gdkx.h>

void cwk_appearance_set_dark(bool dark) {
  g_object_set(gtk_settings_get_default(), "gtk-application-prefer-dark-theme", (gboolean)dark, NULL);
}

void cwk_appearance_set_reduced_motion(bool reduced) {
  g_object_set(gtk_settings_get_default(), "gtk-enable-animations", (gboolean)!reduced, NULL);
}

bool cwk_appearance_set_scale(int scale) {
  GdkDisplay *display = gdk_display_get_default();
  if (!GDK_IS_X11_DISPLAY(display))
    return false;
  gdk_x11_display_set_window_scale(display, scale);
  return true;
}
