// PDFs of a page.
#ifndef CWK_PRINT_H
#define CWK_PRINT_H

#include "cwk_view.h"

// The settings of a print. Lengths are in millimetres; paper that is 0 wide is the locale's, with its usual margins.
typedef struct CWKPrintOptions {
  bool backgrounds;
  bool landscape;
  // 1 is the size as laid out.
  double scale;
  double width, height;
  double top, right, bottom, left;
  // Pairs of first and last page, counted from 0; none is all pages. Read before the return.
  const int *ranges;
  int range_count;
} CWKPrintOptions;

// Prints the page to a PDF file; `error` NULL is success.
void cwk_view_print(CWKView *view, const char *file_uri, CWKPrintOptions options,
                    void (*receive)(const CWKError *error, void *context), void *context);

#endif
