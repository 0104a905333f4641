#include "cwk_private.h"

void cwk_clipboard_clear(void) {
  // GTK clears a selection only where this process owns it.
  gtk_clipboard_clear(gtk_clipboard_get(GDK_SELECTION_CLIPBOARD));
  gtk_clipboard_clear(gtk_clipboard_get(GDK_SELECTION_PRIMARY));
}
