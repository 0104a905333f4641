// Pictures and PDFs of a page.
#ifndef CWK_PICTURE_H
#define CWK_PICTURE_H

#include "cwk_view.h"

// The part of the page in CSS pixels, or the whole where width is 0; scaled to `scaled_width` pixels unless that is 0.
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
// Prints the page to a PDF file; `error` NULL is success.
void cwk_view_print(CWKView *view, const char *file_uri, bool backgrounds,
                    void (*receive)(const CWKError *error, void *context), void *context);

#endif
