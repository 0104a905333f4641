#include "cwk_input.h"
#include "cwk_private.h"
#include <math.h>
#include <string.h>

static GdkSeat *seat(void) { return gdk_display_get_default_seat(gdk_display_get_default()); }
static guint32 now(void) { return (guint32)(g_get_monotonic_time() / 1000); }

static GdkWindow *window_of(CWKView *view) { return gtk_widget_get_window(GTK_WIDGET(view->web_view)); }

static GdkModifierType state_of(unsigned modifiers, unsigned held) {
  static const GdkModifierType keys[] = {GDK_SHIFT_MASK, GDK_CONTROL_MASK, GDK_MOD1_MASK, GDK_META_MASK};
  static const GdkModifierType buttons[] = {GDK_BUTTON1_MASK, GDK_BUTTON3_MASK, GDK_BUTTON2_MASK};
  GdkModifierType state = 0;
  for (unsigned i = 0; i < G_N_ELEMENTS(keys); i++)
    if (modifiers & 1u << i)
      state |= keys[i];
  for (unsigned i = 0; i < G_N_ELEMENTS(buttons); i++)
    if (held & 1u << i)
      state |= buttons[i];
  return state;
}

static GdkEvent *event_for(CWKView *view, GdkEventType type, GdkDevice *device) {
  GdkEvent *event = gdk_event_new(type);
  event->any.window = g_object_ref(window_of(view));
  event->any.send_event = TRUE;
  gdk_event_set_device(event, device);
  return event;
}

static void deliver(CWKView *view, GdkEvent *event) {
  g_autoptr(GdkEvent) owned = event;
  gtk_widget_event(GTK_WIDGET(view->web_view), owned);
}

// The time of the latest press, which can be ahead of the clock.
static guint32 latest_press;

// WebKit counts the clicks of a button by the time between its presses.
static guint32 time_of_press(int clicks) {
  gint between = 0;
  g_object_get(gtk_settings_get_default(), "gtk-double-click-time", &between, NULL);
  guint32 earliest = clicks == 1 ? latest_press + (guint32)between + 1 : latest_press;
  latest_press = clicks > 1 ? latest_press + 1 : MAX(now(), earliest);
  return latest_press;
}

void cwk_view_pointer(CWKView *view, CWKPointerKind kind, double x, double y, int button, unsigned held,
                      unsigned modifiers, int clicks) {
  if (!window_of(view))
    return;
  GdkDevice *pointer = gdk_seat_get_pointer(seat());
  GdkModifierType state = state_of(modifiers, held);
  if (kind == CWK_POINTER_MOVE) {
    GdkEvent *event = event_for(view, GDK_MOTION_NOTIFY, pointer);
    event->motion.x = event->motion.x_root = x;
    event->motion.y = event->motion.y_root = y;
    event->motion.state = state;
    event->motion.time = now();
    deliver(view, event);
  } else if (kind == CWK_POINTER_LEAVE) {
    GdkEvent *event = event_for(view, GDK_LEAVE_NOTIFY, pointer);
    event->crossing.x = event->crossing.x_root = x;
    event->crossing.y = event->crossing.y_root = y;
    event->crossing.state = state;
    event->crossing.time = now();
    deliver(view, event);
  } else {
    if (kind == CWK_POINTER_PRESS)
      gtk_widget_grab_focus(GTK_WIDGET(view->web_view));
    GdkEvent *event = event_for(view, kind == CWK_POINTER_PRESS ? GDK_BUTTON_PRESS : GDK_BUTTON_RELEASE, pointer);
    event->button.x = event->button.x_root = x;
    event->button.y = event->button.y_root = y;
    event->button.button = (guint)CLAMP(button, 1, 3);
    event->button.state = state;
    event->button.time = kind == CWK_POINTER_PRESS ? time_of_press(clicks) : MAX(now(), latest_press);
    deliver(view, event);
  }
}

void cwk_view_touch(CWKView *view, CWKTouchKind kind, unsigned finger, double x, double y) {
  static const GdkEventType types[] = {GDK_TOUCH_BEGIN, GDK_TOUCH_UPDATE, GDK_TOUCH_END, GDK_TOUCH_CANCEL};
  if (!window_of(view))
    return;
  GdkDevice *pointer = gdk_seat_get_pointer(seat());
  GdkEvent *event = event_for(view, types[kind], pointer);
  // The gestures of a web view need a source.
  gdk_event_set_source_device(event, pointer);
  event->touch.x = event->touch.x_root = x;
  event->touch.y = event->touch.y_root = y;
  event->touch.time = now();
  event->touch.sequence = GUINT_TO_POINTER(finger + 1);
  deliver(view, event);
}

void cwk_view_scroll(CWKView *view, double x, double y, double delta_x, double delta_y, unsigned modifiers) {
  if (!window_of(view))
    return;
  // WebKit's step of a wheel, which depends on the view's size.
  double step_x = pow(MAX(gtk_widget_get_allocated_width(GTK_WIDGET(view->web_view)), 1), 2.0 / 3.0);
  double step_y = pow(MAX(gtk_widget_get_allocated_height(GTK_WIDGET(view->web_view)), 1), 2.0 / 3.0);
  GdkEvent *event = event_for(view, GDK_SCROLL, gdk_seat_get_pointer(seat()));
  event->scroll.direction = GDK_SCROLL_SMOOTH;
  event->scroll.x = event->scroll.x_root = x;
  event->scroll.y = event->scroll.y_root = y;
  event->scroll.delta_x = delta_x / step_x;
  event->scroll.delta_y = delta_y / step_y;
  event->scroll.state = state_of(modifiers, 0);
  event->scroll.time = now();
  deliver(view, event);
}

static guint keyval_of(const char *key) {
  // Source: UI Events KeyboardEvent key Values, https://www.w3.org/TR/uievents-key/
  static const struct {
    const char *name;
    guint keyval;
  } named[] = {
      {"Enter", GDK_KEY_Return},       {"Tab", GDK_KEY_Tab},          {"Backspace", GDK_KEY_BackSpace},
      {"Delete", GDK_KEY_Delete},      {"Escape", GDK_KEY_Escape},    {"ArrowLeft", GDK_KEY_Left},
      {"ArrowRight", GDK_KEY_Right},   {"ArrowUp", GDK_KEY_Up},       {"ArrowDown", GDK_KEY_Down},
      {"Home", GDK_KEY_Home},          {"End", GDK_KEY_End},          {"PageUp", GDK_KEY_Page_Up},
      {"PageDown", GDK_KEY_Page_Down}, {"Insert", GDK_KEY_Insert},    {"Shift", GDK_KEY_Shift_L},
      {"Control", GDK_KEY_Control_L},  {"Alt", GDK_KEY_Alt_L},        {"Meta", GDK_KEY_Meta_L},
      {"CapsLock", GDK_KEY_Caps_Lock}, {"ContextMenu", GDK_KEY_Menu}, {"AltGraph", GDK_KEY_ISO_Level3_Shift},
  };
  if (g_utf8_validate(key, -1, NULL) && g_utf8_strlen(key, -1) == 1)
    return gdk_unicode_to_keyval(g_utf8_get_char(key));
  for (size_t i = 0; i < G_N_ELEMENTS(named); i++)
    if (!strcmp(key, named[i].name))
      return named[i].keyval;
  if (key[0] == 'F' && strlen(key) <= 3) {
    int number = atoi(key + 1);
    if (number >= 1 && number <= 12)
      return GDK_KEY_F1 + (guint)number - 1;
  }
  return GDK_KEY_VoidSymbol;
}

bool cwk_view_key(CWKView *view, bool pressed, const char *key, unsigned modifiers) {
  guint keyval = keyval_of(key);
  if (keyval == GDK_KEY_VoidSymbol || !window_of(view))
    return false;
  GdkEvent *event = event_for(view, pressed ? GDK_KEY_PRESS : GDK_KEY_RELEASE, gdk_seat_get_keyboard(seat()));
  event->key.keyval = keyval;
  event->key.state = state_of(modifiers, 0);
  event->key.time = now();
  event->key.string = g_strdup("");
  g_autofree GdkKeymapKey *keys = NULL;
  gint count = 0;
  if (gdk_keymap_get_entries_for_keyval(gdk_keymap_get_for_display(gdk_display_get_default()), keyval, &keys, &count) &&
      count > 0) {
    event->key.hardware_keycode = (guint16)keys[0].keycode;
    event->key.group = (guint8)keys[0].group;
  }
  deliver(view, event);
  return true;
}

void cwk_view_insert_text(CWKView *view, const char *text) {
  webkit_web_view_execute_editing_command_with_argument(view->web_view, "InsertText", text);
}
