// The loads of a page's resources, to tell when they are over, and which of them failed.
#ifndef CWK_RESOURCES_H
#define CWK_RESOURCES_H

#include "cwk_view.h"

// Calls `changed` with the number of loads under way whenever that changes, from now on. Event streams, which never end
// by themselves, do not count once they have begun. Calls `failed` for a resource that came with an error status, or
// with status 0 and a message for one that did not come; not for the view's own document, nor for a load that was
// cancelled. One watcher a view; `context` has to outlive the view or cwk_view_unwatch_loads.
void cwk_view_watch_loads(CWKView *view, void (*changed)(int count, void *context),
                          void (*failed)(const char *uri, unsigned status, const char *message, void *context),
                          void *context);
void cwk_view_unwatch_loads(CWKView *view);

#endif
