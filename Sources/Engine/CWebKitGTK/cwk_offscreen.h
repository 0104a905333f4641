// A top-level window whose pixels stay in this process: nothing of it is on the display.
#ifndef CWK_OFFSCREEN_H
#define CWK_OFFSCREEN_H

#include "cwk_private.h"

// GtkOffscreenWindow is such a window, too, but WebKit treats a view in one as a view without a window and loads no
// media for it. This one is an ordinary GtkWindow to WebKit. It has exactly the size that its child requests.
GtkWidget *cwk_offscreen_window_new(void);
bool cwk_is_offscreen_window(GtkWidget *window);

// Keeps GTK from drawing an offscreen window, and lets it draw again. WebKit draws pages and takes snapshots all the
// same.
void cwk_offscreen_window_freeze(GtkWidget *window);
void cwk_offscreen_window_thaw(GtkWidget *window);

#endif
