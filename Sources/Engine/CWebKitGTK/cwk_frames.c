#include "cwk_frames.h"
#include "cwk_offscreen.h"
#include "cwk_private.h"
#include <math.h>

typedef struct {
  void (*changed)(void *context);
  void *context;
  // In widget coordinates; NULL while nothing has changed.
  cairo_region_t *pending;
  // While the view is drawn for a frame, and not for its window.
  bool is_taking;
  guint idle;
} Frames;

static GQuark frames_quark(void) {
  static GQuark quark;
  if (!quark)
    quark = g_quark_from_static_string("cwk-frames");
  return quark;
}

static Frames *frames_of(CWKView *view) { return g_object_get_qdata(G_OBJECT(view->web_view), frames_quark()); }

static gboolean tell(gpointer data) {
  Frames *frames = data;
  frames->idle = 0;
  frames->changed(frames->context);
  return G_SOURCE_REMOVE;
}

static void add(Frames *frames, const GdkRectangle *area) {
  if (frames->pending) {
    cairo_region_union_rectangle(frames->pending, area);
    return;
  }
  frames->pending = cairo_region_create_rectangle(area);
  if (!frames->idle)
    frames->idle = g_idle_add(tell, frames);
}

static gboolean on_draw(GtkWidget *widget, cairo_t *pen, gpointer data) {
  (void)widget;
  Frames *frames = data;
  GdkRectangle area;
  if (!frames->is_taking && gdk_cairo_get_clip_rectangle(pen, &area))
    add(frames, &area);
  return FALSE;
}

static void on_resized(GtkWidget *widget, GdkRectangle *allocation, gpointer data) {
  (void)widget;
  GdkRectangle whole = {0, 0, allocation->width, allocation->height};
  add(data, &whole);
}

static void free_frames(gpointer data) {
  Frames *frames = data;
  if (frames->idle)
    g_source_remove(frames->idle);
  g_clear_pointer(&frames->pending, cairo_region_destroy);
  g_free(frames);
}

void cwk_view_watch_frames(CWKView *view, void (*changed)(void *context), void *context) {
  Frames *frames = g_new0(Frames, 1);
  *frames = (Frames){.changed = changed, .context = context};
  g_object_set_qdata_full(G_OBJECT(view->web_view), frames_quark(), frames, free_frames);
  if (cwk_is_offscreen_window(view->window))
    cwk_offscreen_window_thaw(view->window);
  g_signal_connect_after(view->web_view, "draw", G_CALLBACK(on_draw), frames);
  g_signal_connect_after(view->web_view, "size-allocate", G_CALLBACK(on_resized), frames);
}

typedef struct {
  GdkPixbuf *pixels;
  CWKFrame frame;
  void (*receive)(const CWKFrame *frame, void *context);
  void *context;
  gchar *png;
  gsize length;
} Job;

// Level 1 of zlib: a tenth of the usual time for a fifth more bytes, which stay on the machine.
static void encode(GTask *task, gpointer source, gpointer data, GCancellable *cancellable) {
  (void)source, (void)cancellable;
  Job *job = data;
  gdk_pixbuf_save_to_buffer(job->pixels, &job->png, &job->length, "png", NULL, "compression", "1", NULL);
  g_task_return_boolean(task, job->png != NULL);
}

static void on_encoded(GObject *source, GAsyncResult *result, gpointer data) {
  (void)source, (void)result;
  Job *job = data;
  job->frame.png = job->png;
  job->frame.length = job->length;
  job->receive(job->png ? &job->frame : NULL, job->context);
  g_object_unref(job->pixels);
  g_free(job->png);
  g_free(job);
}

void cwk_view_take_frame(CWKView *view, bool whole, void (*receive)(const CWKFrame *frame, void *context),
                         void *context) {
  Frames *frames = frames_of(view);
  GtkWidget *widget = GTK_WIDGET(view->web_view);
  int width = gtk_widget_get_allocated_width(widget), height = gtk_widget_get_allocated_height(widget);
  GdkRectangle area = {0, 0, width, height}, all = area;
  if (!whole && frames && frames->pending)
    cairo_region_get_extents(frames->pending, &area);
  bool is_empty = !frames || (!whole && !frames->pending) || !gdk_rectangle_intersect(&area, &all, &area);
  if (frames)
    g_clear_pointer(&frames->pending, cairo_region_destroy);
  if (is_empty) {
    receive(NULL, context);
    return;
  }
  int scale = cwk_view_scale(view);
  cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, area.width * scale, area.height * scale);
  cairo_surface_set_device_scale(image, scale, scale);
  cairo_t *pen = cairo_create(image);
  cairo_set_source_rgb(pen, 1, 1, 1);
  cairo_paint(pen);
  cairo_translate(pen, -area.x, -area.y);
  frames->is_taking = true;
  gtk_widget_draw(widget, pen);
  frames->is_taking = false;
  cairo_destroy(pen);
  cairo_surface_set_device_scale(image, 1, 1);
  Job *job = g_new0(Job, 1);
  *job = (Job){.pixels = gdk_pixbuf_get_from_surface(image, 0, 0, area.width * scale, area.height * scale),
               .frame = {NULL, 0, area.x * scale, area.y * scale, area.width * scale, area.height * scale,
                         width * scale, height * scale},
               .receive = receive,
               .context = context};
  cairo_surface_destroy(image);
  g_autoptr(GTask) task = g_task_new(NULL, NULL, on_encoded, job);
  g_task_set_task_data(task, job, NULL);
  g_task_run_in_thread(task, encode);
}
