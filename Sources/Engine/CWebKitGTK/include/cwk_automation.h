// WebDriver's way in.
#ifndef CWK_AUTOMATION_H
#define CWK_AUTOMATION_H

#include "cwk_view.h"

// Lets WebKitWebDriver drive the context. `name` and the version answer capability matching. `create` gives the view
// that a session or a new window command uses; it must have been made with `automated`. Until it can, it returns NULL,
// and is called again after each turn of the main loop. `ended` is called when a session closes. One context a process
// may be automated.
void cwk_context_allow_automation(CWKContext *context, const char *name, unsigned major, unsigned minor, unsigned micro,
                                  CWKView *(*create)(void *context), void (*ended)(void *context),
                                  void *context_of_calls);

#endif
