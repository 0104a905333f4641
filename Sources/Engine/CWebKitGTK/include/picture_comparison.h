// Two pictures beside each other.
#ifndef PICTURE_COMPARISON_H
#define PICTURE_COMPARISON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum PictureCompareResult {
  PICTURE_COMPARE_DONE,
  // One of the two is no PNG file.
  PICTURE_COMPARE_FIRST_UNREADABLE,
  PICTURE_COMPARE_SECOND_UNREADABLE,
} PictureCompareResult;

typedef struct PictureComparison {
  int first_width, first_height, second_width, second_height;
  // Pixels that differ, those included that only one of the two has, and all pixels of a picture that holds both.
  size_t different, total;
} PictureComparison;

// `png` lives for the call: the first picture, pale, with what differs in red.
typedef void (*PictureDifferenceFn)(const void *png, size_t length, void *context);

// Compares PNG files. A pixel differs where one of its four channels does by more than `tolerance`, of 255. `receive`
// is called when something differs; it may be NULL. Any thread.
PictureCompareResult picture_compare(const void *first, size_t first_length, const void *second, size_t second_length,
                                     int tolerance, PictureComparison *comparison, PictureDifferenceFn receive,
                                     void *context);

// Reads a PNG file's pixels, 4 bytes each (red, green, blue, alpha; colours not multiplied), row by row. `receive` is
// called once unless the file is unreadable, which false tells. Any thread.
bool picture_read(const void *png, size_t length,
                  void (*receive)(const uint8_t *pixels, int width, int height, void *context), void *context);

// Writes a PNG file's picture as a JPEG file, of a quality from 0 to 100. `receive` is called once unless the file is
// unreadable, which false tells. Any thread.
bool picture_jpeg(const void *png, size_t length, int quality, PictureDifferenceFn receive, void *context);

#endif
