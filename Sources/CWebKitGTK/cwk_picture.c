#include "cwk_private.h"
#include <math.h>

typedef struct {
  CWKPictureOptions options;
  CWKPictureFn receive;
  void *context;
} Picture;

static cairo_status_t append_png(void *closure, const unsigned char *bytes, unsigned length) {
  g_byte_array_append(closure, bytes, length);
  return CAIRO_STATUS_SUCCESS;
}

// The part of `whole` that was asked for, scaled; NULL where that is all of it.
static cairo_surface_t *crop(cairo_surface_t *whole, CWKPictureOptions options) {
  double whole_width = cairo_image_surface_get_width(whole), whole_height = cairo_image_surface_get_height(whole);
  double width = options.width > 0 ? options.width : whole_width;
  double height = options.width > 0 ? options.height : whole_height;
  double scale = options.scaled_width > 0 ? options.scaled_width / width : 1;
  if (options.width <= 0 && scale == 1)
    return NULL;
  cairo_surface_t *part = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, MAX(1, (int)lround(width * scale)),
                                                     MAX(1, (int)lround(height * scale)));
  cairo_t *pen = cairo_create(part);
  cairo_scale(pen, scale, scale);
  cairo_set_source_surface(pen, whole, -options.x, -options.y);
  cairo_paint(pen);
  cairo_destroy(pen);
  return part;
}

static void on_snapshot(GObject *source, GAsyncResult *result, gpointer data) {
  g_autofree Picture *picture = data;
  g_autoptr(GError) error = NULL;
  cairo_surface_t *whole = webkit_web_view_get_snapshot_finish(WEBKIT_WEB_VIEW(source), result, &error);
  if (!whole) {
    CWKError plain = cwk_error(error);
    picture->receive(NULL, 0, 0, 0, &plain, picture->context);
    return;
  }
  cairo_surface_t *part = crop(whole, picture->options);
  cairo_surface_t *shown = part ? part : whole;
  g_autoptr(GByteArray) png = g_byte_array_new();
  cairo_status_t status = cairo_surface_write_to_png_stream(shown, append_png, png);
  CWKError plain = {"cairo", (int)status, cairo_status_to_string(status)};
  bool failed = status != CAIRO_STATUS_SUCCESS;
  picture->receive(failed ? NULL : png->data, png->len, cairo_image_surface_get_width(shown),
                   cairo_image_surface_get_height(shown), failed ? &plain : NULL, picture->context);
  if (part)
    cairo_surface_destroy(part);
  cairo_surface_destroy(whole);
}

void cwk_view_snapshot(CWKView *view, CWKPictureOptions options, CWKPictureFn receive, void *context) {
  Picture *picture = g_new(Picture, 1);
  *picture = (Picture){options, receive, context};
  webkit_web_view_get_snapshot(
      view->web_view, options.full_page ? WEBKIT_SNAPSHOT_REGION_FULL_DOCUMENT : WEBKIT_SNAPSHOT_REGION_VISIBLE,
      options.transparent ? WEBKIT_SNAPSHOT_OPTIONS_TRANSPARENT_BACKGROUND : WEBKIT_SNAPSHOT_OPTIONS_NONE, NULL,
      on_snapshot, picture);
}

typedef struct {
  void (*receive)(const CWKError *, void *);
  void *context;
  bool failed;
} Print;

static void on_print_failed(WebKitPrintOperation *operation, GError *error, gpointer data) {
  (void)operation;
  Print *print = data;
  print->failed = true;
  CWKError plain = cwk_error(error);
  print->receive(&plain, print->context);
}

static void on_print_finished(WebKitPrintOperation *operation, gpointer data) {
  Print *print = data;
  if (!print->failed)
    print->receive(NULL, print->context);
  g_free(print);
  g_object_unref(operation);
}

void cwk_view_print(CWKView *view, const char *file_uri, bool backgrounds, void (*receive)(const CWKError *, void *),
                    void *context) {
  Print *print = g_new0(Print, 1);
  *print = (Print){receive, context, false};
  g_object_set(webkit_web_view_get_settings(view->web_view), "print-backgrounds", (gboolean)backgrounds, NULL);
  WebKitPrintOperation *operation = webkit_print_operation_new(view->web_view);
  g_autoptr(GtkPrintSettings) settings = gtk_print_settings_new();
  gtk_print_settings_set_printer(settings, "Print to File");
  gtk_print_settings_set(settings, GTK_PRINT_SETTINGS_OUTPUT_FILE_FORMAT, "pdf");
  gtk_print_settings_set(settings, GTK_PRINT_SETTINGS_OUTPUT_URI, file_uri);
  webkit_print_operation_set_print_settings(operation, settings);
  g_signal_connect(operation, "failed", G_CALLBACK(on_print_failed), print);
  g_signal_connect(operation, "finished", G_CALLBACK(on_print_finished), print);
  webkit_print_operation_print(operation);
}
