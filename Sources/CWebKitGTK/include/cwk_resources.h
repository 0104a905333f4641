// The loads of a page's resources, to tell when they are over.
#ifndef CWK_RESOURCES_H
#define CWK_RESOURCES_H

#include "cwk_view.h"

// Calls `changed` with the number of loads under way whenever that changes, from now on. Event streams, which never end
// by themselves, do not count once they have begun. One watcher a view; `context` has to outlive the view or
// cwk_view_unwatch_loads.
void cwk_view_watch_loads(CWKView *view, void (*changed)(int count, void *context), void *context);
void cwk_view_unwatch_loads(CWKView *view);

#endif
