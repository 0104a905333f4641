#include "cwk_private.h"
#include <math.h>

typedef struct {
  CWKPictureOptions options;
  int scale;
  CWKPictureFn receive;
  void *context;
} Picture;

static cairo_status_t append_png(void *closure, const unsigned char *bytes, unsigned length) {
  g_byte_array_append(closure, bytes, length);
  return CAIRO_STATUS_SUCCESS;
}

// The part of `whole` that was asked for, scaled; NULL where that is all of it.
static cairo_surface_t *crop(cairo_surface_t *whole, CWKPictureOptions options, int pixels) {
  double whole_width = cairo_image_surface_get_width(whole), whole_height = cairo_image_surface_get_height(whole);
  long x = lround(options.x * pixels), y = lround(options.y * pixels);
  double width = options.width > 0 ? lround((options.x + options.width) * pixels) - x : whole_width;
  double height = options.width > 0 ? lround((options.y + options.height) * pixels) - y : whole_height;
  double scale = options.scaled_width > 0 ? options.scaled_width * pixels / MAX(width, 1) : 1;
  if (options.width <= 0 && scale == 1)
    return NULL;
  cairo_surface_t *part = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, MAX(1, (int)lround(width * scale)),
                                                     MAX(1, (int)lround(height * scale)));
  cairo_t *pen = cairo_create(part);
  cairo_scale(pen, scale, scale);
  cairo_set_source_surface(pen, whole, (double)-x, (double)-y);
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
  cairo_surface_t *part = crop(whole, picture->options, picture->scale);
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
  *picture = (Picture){options, cwk_view_scale(view), receive, context};
  webkit_web_view_get_snapshot(
      view->web_view, options.full_page ? WEBKIT_SNAPSHOT_REGION_FULL_DOCUMENT : WEBKIT_SNAPSHOT_REGION_VISIBLE,
      options.transparent ? WEBKIT_SNAPSHOT_OPTIONS_TRANSPARENT_BACKGROUND : WEBKIT_SNAPSHOT_OPTIONS_NONE, NULL,
      on_snapshot, picture);
}
