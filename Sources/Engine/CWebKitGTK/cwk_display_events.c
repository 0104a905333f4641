// GDK asks the X display for events in every turn of the loop, with two calls of the system that mostly find none. Here
// it asks only when there can be events that poll does not report: after requests, and after bytes that replies to
// other requests brought along. Bytes that are still in the socket wake poll.
#include "cwk_private.h"
#include <X11/Xlib.h>
#include <dlfcn.h>
#include <gdk/gdkx.h>

// Of libX11-xcb and libxcb, which WebKit brings along.
typedef void *(*ConnectionOf)(Display *display);
typedef uint64_t (*TotalRead)(void *connection);

static GdkDisplay *gdk_display;
static Display *display;
static void *connection;
static TotalRead total_read;
static GSourceFuncs functions;
static gboolean (*ask)(GSource *source, gint *timeout);
// The number of the next request and of the bytes read when GDK last asked.
static unsigned long asked_request;
static uint64_t asked_bytes;

static bool has_waiting_event(void) {
  if (QLength(display) > 0)
    return true;
  GdkEvent *event = gdk_display_peek_event(gdk_display);
  if (!event)
    return false;
  gdk_event_free(event);
  return true;
}

static gboolean prepare(GSource *source, gint *timeout) {
  *timeout = -1;
  if (NextRequest(display) == asked_request && total_read(connection) == asked_bytes && !has_waiting_event())
    return FALSE;
  gboolean is_ready = ask(source, timeout);
  asked_request = NextRequest(display);
  asked_bytes = total_read(connection);
  return is_ready;
}

static GSource *source_of_display(void) {
  GSource *last = g_idle_source_new();
  guint end = g_source_attach(last, NULL);
  g_source_destroy(last);
  g_source_unref(last);
  for (guint id = 1; id < end; id++) {
    GSource *source = g_main_context_find_source_by_id(NULL, id);
    const char *name = source ? g_source_get_name(source) : NULL;
    if (name && g_str_has_prefix(name, "GDK X11 "))
      return source;
  }
  return NULL;
}

void cwk_display_ask_seldom(void) {
  gdk_display = gdk_display_get_default();
  if (ask || !GDK_IS_X11_DISPLAY(gdk_display))
    return;
  ConnectionOf connection_of = (ConnectionOf)dlsym(RTLD_DEFAULT, "XGetXCBConnection");
  total_read = (TotalRead)dlsym(RTLD_DEFAULT, "xcb_total_read");
  GSource *source = source_of_display();
  if (!connection_of || !total_read || !source)
    return;
  display = gdk_x11_display_get_xdisplay(gdk_display);
  connection = connection_of(display);
  functions = *source->source_funcs;
  ask = functions.prepare;
  functions.prepare = prepare;
  // GLib has no call for the functions of a source that a loop has.
  source->source_funcs = &functions;
}
