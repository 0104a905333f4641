#include "hops.h"
#include <stdio.h>
#include <unistd.h>

gboolean hops_are_traced(void) {
  static int is_on = -1;
  if (is_on < 0) {
    const char *value = g_getenv("SWWEBVIEW_TRACE");
    is_on = value && *value;
  }
  return is_on;
}

void hops_print(const char *folder, const char *file) { dprintf(STDERR_FILENO, "hop %s/%s \n", folder, file); }
