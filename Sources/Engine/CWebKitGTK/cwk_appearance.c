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

bool cwk_font_is_installed(const char *family) {
  PangoFontFamily **families;
  int count;
  bool is_found = false;
  pango_font_map_list_families(pango_cairo_font_map_get_default(), &families, &count);
  for (int i = 0; i < count && !is_found; i++)
    is_found = g_ascii_strcasecmp(pango_font_family_get_name(families[i]), family) == 0;
  g_free(families);
  return is_found;
}
