#define _GNU_SOURCE
// WebKit starts its processes with every descriptor that is open here and not marked. A socket of the host would live
// on in them after the host has closed it: a server would never hear that a transfer was cancelled, and a port would
// stay taken. WebKit offers no setting for it, and GLib calls the system past pthread_atfork; so this function of
// GLib's, which WebKit calls for each of its processes, is this one first. What a process needs is handed to it by the
// launcher.
#include "cwk_private.h"
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

typedef GSubprocess *(*SpawnFn)(GSubprocessLauncher *, const char *const *, GError **);

static void keep_to_this_process(void) {
  DIR *descriptors = opendir("/proc/self/fd");
  if (!descriptors)
    return;
  for (const struct dirent *entry; (entry = readdir(descriptors));) {
    int descriptor = atoi(entry->d_name);
    int flags = descriptor > STDERR_FILENO ? fcntl(descriptor, F_GETFD) : -1;
    if (flags >= 0 && !(flags & FD_CLOEXEC))
      fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC);
  }
  closedir(descriptors);
}

G_MODULE_EXPORT GSubprocess *g_subprocess_launcher_spawnv(GSubprocessLauncher *self, const char *const *arguments,
                                                          GError **error) {
  static SpawnFn spawn;
  if (!spawn)
    spawn = (SpawnFn)dlsym(RTLD_NEXT, "g_subprocess_launcher_spawnv");
  keep_to_this_process();
  return spawn(self, arguments, error);
}
