// A virtual X display of the process's own.
#ifndef CWK_DISPLAY_H
#define CWK_DISPLAY_H

#include "cwk_base.h"

typedef enum CWKDisplayResult {
  CWK_DISPLAY_STARTED = 0,
  CWK_DISPLAY_NOT_INSTALLED = 1,
  CWK_DISPLAY_FAILED = 2,
} CWKDisplayResult;

// Starts Xvfb with one screen of `width` x `height` pixels and writes its display name (":5") to `name`. Xvfb is ended
// by the kernel when the calling thread ends, however it ends: call it on the main thread. `pid` receives Xvfb's
// process id.
CWKDisplayResult cwk_display_start(int width, int height, char *name, size_t name_capacity, int *pid);

// Has `lost` called on the main thread when the X server of the process's display has ended. Xlib cannot go on then: it
// ends the process when `lost` returns. Call it after cwk_gtk_init(), which sets a function of GDK's.
void cwk_display_on_loss(void (*lost)(void));

#endif
