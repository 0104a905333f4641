// The resources that the page shown has loaded.
#ifndef CWK_ARCHIVE_H
#define CWK_ARCHIVE_H

#include "cwk_view.h"

// A resource's bytes. `mime_type` may be NULL, and `bytes` is NULL where the page has no such resource, or no longer.
// Both live for the call.
typedef void (*CWKResourceFn)(const char *mime_type, const void *bytes, size_t length, void *context);

// Gives the bytes of the page's resource with that address, later and once.
void cwk_view_resource_data(CWKView *view, const char *uri, CWKResourceFn receive, void *context);

#endif
