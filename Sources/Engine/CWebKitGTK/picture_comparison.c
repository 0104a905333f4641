#include "picture_comparison.h"
#include <cairo.h>
#include <gdk/gdk.h>
#include <glib.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const unsigned char *bytes;
  size_t rest;
} Source;

static cairo_status_t read_bytes(void *closure, unsigned char *data, unsigned length) {
  Source *source = closure;
  if (source->rest < length)
    return CAIRO_STATUS_READ_ERROR;
  memcpy(data, source->bytes, length);
  source->bytes += length;
  source->rest -= length;
  return CAIRO_STATUS_SUCCESS;
}

static cairo_status_t append(void *closure, const unsigned char *bytes, unsigned length) {
  g_byte_array_append(closure, bytes, length);
  return CAIRO_STATUS_SUCCESS;
}

// As premultiplied ARGB, whatever the file holds; NULL for what is no PNG file.
static cairo_surface_t *decode(const void *png, size_t length) {
  Source source = {png, length};
  cairo_surface_t *file = cairo_image_surface_create_from_png_stream(read_bytes, &source);
  if (cairo_surface_status(file) != CAIRO_STATUS_SUCCESS) {
    cairo_surface_destroy(file);
    return NULL;
  }
  if (cairo_image_surface_get_format(file) == CAIRO_FORMAT_ARGB32)
    return file;
  cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, cairo_image_surface_get_width(file),
                                                      cairo_image_surface_get_height(file));
  cairo_t *pen = cairo_create(image);
  cairo_set_source_surface(pen, file, 0, 0);
  cairo_paint(pen);
  cairo_destroy(pen);
  cairo_surface_destroy(file);
  return image;
}

static const uint32_t *row(cairo_surface_t *image, int y) {
  return (const uint32_t *)(const void *)(cairo_image_surface_get_data(image) +
                                          (size_t)y * cairo_image_surface_get_stride(image));
}

static bool differs(uint32_t a, uint32_t b, int tolerance) {
  for (int shift = 0; shift < 32; shift += 8)
    if (abs((int)(a >> shift & 0xFF) - (int)(b >> shift & 0xFF)) > tolerance)
      return true;
  return false;
}

// A quarter of the picture's lightness on white: what is the same stays in sight without being in the way.
static uint32_t pale(uint32_t pixel) {
  uint32_t grey = ((pixel >> 16 & 0xFF) * 2 + (pixel >> 8 & 0xFF) * 5 + (pixel & 0xFF)) / 8 + (255 - (pixel >> 24));
  uint32_t light = 191 + MIN(grey, 255) / 4;
  return 0xFF000000 | light << 16 | light << 8 | light;
}

PictureCompareResult picture_compare(const void *first, size_t first_length, const void *second, size_t second_length,
                                     int tolerance, PictureComparison *comparison, PictureDifferenceFn receive,
                                     void *context) {
  enum { RED = 0xFFE5002B };
  cairo_surface_t *a = decode(first, first_length);
  if (!a)
    return PICTURE_COMPARE_FIRST_UNREADABLE;
  cairo_surface_t *b = decode(second, second_length);
  if (!b) {
    cairo_surface_destroy(a);
    return PICTURE_COMPARE_SECOND_UNREADABLE;
  }
  int aw = cairo_image_surface_get_width(a), ah = cairo_image_surface_get_height(a);
  int bw = cairo_image_surface_get_width(b), bh = cairo_image_surface_get_height(b);
  int width = MAX(aw, bw), height = MAX(ah, bh);
  *comparison = (PictureComparison){aw, ah, bw, bh, 0, (size_t)width * (size_t)height};
  cairo_surface_t *shown = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
  cairo_surface_flush(shown);
  for (int y = 0; y < height; y++) {
    uint32_t *out = (uint32_t *)(uintptr_t)row(shown, y);
    const uint32_t *of_a = y < ah ? row(a, y) : NULL, *of_b = y < bh ? row(b, y) : NULL;
    for (int x = 0; x < width; x++) {
      bool in_a = of_a && x < aw, in_b = of_b && x < bw;
      bool is_different = in_a && in_b ? differs(of_a[x], of_b[x], tolerance) : true;
      comparison->different += is_different;
      out[x] = is_different ? (uint32_t)RED : pale(of_a[x]);
    }
  }
  cairo_surface_mark_dirty(shown);
  if (comparison->different && receive) {
    g_autoptr(GByteArray) png = g_byte_array_new();
    if (cairo_surface_write_to_png_stream(shown, append, png) == CAIRO_STATUS_SUCCESS)
      receive(png->data, png->len, context);
  }
  cairo_surface_destroy(shown);
  cairo_surface_destroy(a);
  cairo_surface_destroy(b);
  return PICTURE_COMPARE_DONE;
}

bool picture_read(const void *png, size_t length,
                  void (*receive)(const uint8_t *pixels, int width, int height, void *context), void *context) {
  cairo_surface_t *image = decode(png, length);
  if (!image)
    return false;
  int width = cairo_image_surface_get_width(image), height = cairo_image_surface_get_height(image);
  g_autofree uint8_t *pixels = g_malloc((size_t)width * (size_t)height * 4);
  uint8_t *out = pixels;
  for (int y = 0; y < height; y++) {
    const uint32_t *in = row(image, y);
    for (int x = 0; x < width; x++, out += 4) {
      uint32_t alpha = in[x] >> 24;
      for (int channel = 0; channel < 3; channel++) {
        uint32_t value = in[x] >> (16 - 8 * channel) & 0xFF;
        out[channel] = (uint8_t)(alpha ? MIN((value * 255 + alpha / 2) / alpha, 255) : 0);
      }
      out[3] = (uint8_t)alpha;
    }
  }
  receive(pixels, width, height, context);
  cairo_surface_destroy(image);
  return true;
}

bool picture_jpeg(const void *png, size_t length, int quality, PictureDifferenceFn receive, void *context) {
  cairo_surface_t *image = decode(png, length);
  if (!image)
    return false;
  g_autoptr(GdkPixbuf) pixels = gdk_pixbuf_get_from_surface(image, 0, 0, cairo_image_surface_get_width(image),
                                                            cairo_image_surface_get_height(image));
  cairo_surface_destroy(image);
  g_autofree char *file = NULL, *text = g_strdup_printf("%d", quality);
  gsize size = 0;
  if (!pixels || !gdk_pixbuf_save_to_buffer(pixels, &file, &size, "jpeg", NULL, "quality", text, NULL))
    return false;
  receive(file, size, context);
  return true;
}
