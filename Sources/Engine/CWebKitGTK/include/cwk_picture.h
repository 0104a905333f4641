// Pictures of a page.
#ifndef CWK_PICTURE_H
#define CWK_PICTURE_H

#include "cwk_view.h"

// The part of the page in CSS pixels, or the whole where width is 0; scaled to `scaled_width` CSS pixels unless
// that is 0. Pictures have device pixels.
typedef struct CWKPictureOptions {
  bool full_page;
  bool transparent;
  double x, y, width, height;
  double scaled_width;
} CWKPictureOptions;

// `png` lives for the call, NULL on failure.
typedef void (*CWKPictureFn)(const void *png, size_t length, int width, int height, const CWKError *error,
                             void *context);

void cwk_view_snapshot(CWKView *view, CWKPictureOptions options, CWKPictureFn receive, void *context);

#endif
