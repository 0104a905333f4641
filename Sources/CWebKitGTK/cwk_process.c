#define _GNU_SOURCE
// WebKit has its processes inherit every descriptor that is open here and not marked. A socket of the host would live
// on in them after the host has closed it: a server would never hear that a transfer was cancelled, and a port would
// stay taken. WebKit offers no setting for it; so this function of GLib's, which WebKit calls for each of its
// processes, is this one first. The launcher hands over what a process needs.
//
// Without the flag the descriptors are marked in the child, after the fork. Marked here, before it, those would be
// missed that other threads open meanwhile.
#include "cwk_private.h"
#include <dlfcn.h>

typedef GSubprocessLauncher *(*LauncherFn)(GSubprocessFlags);

G_MODULE_EXPORT GSubprocessLauncher *g_subprocess_launcher_new(GSubprocessFlags flags) {
  static LauncherFn make;
  if (!make)
    make = (LauncherFn)dlsym(RTLD_NEXT, "g_subprocess_launcher_new");
  return make(flags & ~(GSubprocessFlags)G_SUBPROCESS_FLAGS_INHERIT_FDS);
}
