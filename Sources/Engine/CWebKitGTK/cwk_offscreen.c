#include "cwk_offscreen.h"

G_DECLARE_FINAL_TYPE(CWKOffscreenWindow, cwk_offscreen_window, CWK, OFFSCREEN_WINDOW, GtkWindow)

struct _CWKOffscreenWindow {
  GtkWindow parent;
  gboolean is_frozen;
};

G_DEFINE_FINAL_TYPE(CWKOffscreenWindow, cwk_offscreen_window, GTK_TYPE_WINDOW)

static void on_realize(GtkWidget *widget) {
  gtk_widget_set_realized(widget, TRUE);
  GdkWindowAttr attributes = {
      .window_type = GDK_WINDOW_OFFSCREEN,
      .wclass = GDK_INPUT_OUTPUT,
      .width = gtk_widget_get_allocated_width(widget),
      .height = gtk_widget_get_allocated_height(widget),
      .visual = gtk_widget_get_visual(widget),
      .event_mask = gtk_widget_get_events(widget) | GDK_EXPOSURE_MASK,
  };
  GdkWindow *root = gdk_screen_get_root_window(gtk_widget_get_screen(widget));
  GdkWindow *window = gdk_window_new(root, &attributes, GDK_WA_VISUAL);
  gtk_widget_set_window(widget, window);
  gtk_widget_register_window(widget, window);
  GtkWidget *child = gtk_bin_get_child(GTK_BIN(widget));
  if (child)
    gtk_widget_set_parent_window(child, window);
}

// GtkWindow's own asks the window manager for a place.
static void on_map(GtkWidget *widget) {
  gtk_widget_set_mapped(widget, TRUE);
  GtkWidget *child = gtk_bin_get_child(GTK_BIN(widget));
  if (child && gtk_widget_get_visible(child))
    gtk_widget_map(child);
  gdk_window_show(gtk_widget_get_window(widget));
}

static void on_size_allocate(GtkWidget *widget, GtkAllocation *allocation) {
  gtk_widget_set_allocation(widget, allocation);
  if (gtk_widget_get_realized(widget))
    gdk_window_resize(gtk_widget_get_window(widget), allocation->width, allocation->height);
  GtkWidget *child = gtk_bin_get_child(GTK_BIN(widget));
  GtkAllocation whole = {0, 0, allocation->width, allocation->height};
  if (child && gtk_widget_get_visible(child))
    gtk_widget_size_allocate(child, &whole);
}

// GtkWindow's own asks the window manager, which may refuse, and never exceeds the screen.
static void on_check_resize(GtkContainer *container) {
  GtkWidget *child = gtk_bin_get_child(GTK_BIN(container));
  GtkRequisition size = {1, 1};
  if (child)
    gtk_widget_get_preferred_size(child, &size, NULL);
  GtkAllocation whole = {0, 0, MAX(size.width, 1), MAX(size.height, 1)};
  gtk_widget_size_allocate(GTK_WIDGET(container), &whole);
}

static void cwk_offscreen_window_class_init(CWKOffscreenWindowClass *class) {
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(class);
  widget_class->realize = on_realize;
  widget_class->map = on_map;
  widget_class->size_allocate = on_size_allocate;
  GTK_CONTAINER_CLASS(class)->check_resize = on_check_resize;
}

static void cwk_offscreen_window_init(CWKOffscreenWindow *window) { (void)window; }

GtkWidget *cwk_offscreen_window_new(void) { return g_object_new(cwk_offscreen_window_get_type(), NULL); }

void cwk_offscreen_window_freeze(GtkWidget *window) {
  CWK_OFFSCREEN_WINDOW(window)->is_frozen = TRUE;
  gdk_window_freeze_updates(gtk_widget_get_window(window));
}

void cwk_offscreen_window_thaw(GtkWidget *window) {
  CWKOffscreenWindow *self = CWK_OFFSCREEN_WINDOW(window);
  if (self->is_frozen)
    gdk_window_thaw_updates(gtk_widget_get_window(window));
  self->is_frozen = FALSE;
}

bool cwk_is_offscreen_window(GtkWidget *window) { return CWK_IS_OFFSCREEN_WINDOW(window); }
