// Searches in the text of a view's page.
#ifndef CWK_FIND_H
#define CWK_FIND_H

#include "cwk_view.h"

typedef enum CWKFindOptions {
  CWK_FIND_BACKWARDS = 1,
  CWK_FIND_CASE_SENSITIVE = 2,
  CWK_FIND_WRAPS = 4,
} CWKFindOptions;

// Searches for `text`, starting at the selection, and selects the match. `text` is UTF-8 and not empty; `options` is a
// set of CWKFindOptions. The view's callback `search_ended` follows, unless the web process ends. Begin no other search
// before this callback.
void cwk_view_find(CWKView *view, const char *text, unsigned options);

#endif
