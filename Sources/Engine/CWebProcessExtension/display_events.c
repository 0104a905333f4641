// A web process has no windows, and draws into memory. Yet GTK looks for the display's events in every turn of its
// loop, with a call of the system that finds none.
#include "display_events.h"
#include <glib.h>

// GTK makes its source first of all, when WebKit starts it.
enum { MOST_SOURCES = 64 };

void display_events_ignore(void) {
  for (guint id = 1; id < MOST_SOURCES; id++) {
    GSource *source = g_main_context_find_source_by_id(NULL, id);
    const char *name = source ? g_source_get_name(source) : NULL;
    // A Wayland compositor would take a process for dead that does not read.
    if (name && g_str_has_prefix(name, "GDK X11 "))
      g_source_destroy(source);
  }
}
