// The files that a message passes in the web process, printed on standard error as the host prints its own.
#pragma once

#include <glib.h>

// Whether files are printed: the variable SWWEBVIEW_TRACE is set.
gboolean hops_are_traced(void);

// Prints a file, such as `Runtime/window/channel.js`.
void hops_print(const char *folder, const char *file);
