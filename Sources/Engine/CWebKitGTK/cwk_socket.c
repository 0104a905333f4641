#define _GNU_SOURCE
#include "cwk_private.h"
#include <glib-unix.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int cwk_socket_listen(const char *name) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = strlen(name);
  if (length + 1 > sizeof address.sun_path)
    return -1;
  memcpy(address.sun_path + 1, name, length);
  int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (made < 0)
    return -1;
  socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length);
  if (bind(made, (struct sockaddr *)&address, size) == 0 && listen(made, SOMAXCONN) == 0)
    return made;
  close(made);
  return -1;
}

int cwk_socket_accept(int listener) {
  int made = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (made < 0)
    return -1;
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(made, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == getuid())
    return made;
  close(made);
  return -1;
}

typedef struct {
  int descriptor;
  bool writing;
  void (*ready)(void *context);
  void *context;
} Watch;

static void free_watch(gpointer data) {
  Watch *watch = data;
  if (!watch->writing)
    cwk_quick_remove(watch->descriptor, watch->context);
  g_free(watch);
}

static gboolean on_ready(gint descriptor, GIOCondition condition, gpointer data) {
  (void)descriptor, (void)condition;
  // A copy: the callback may remove the watch.
  Watch watch = *(Watch *)data;
  watch.ready(watch.context);
  return G_SOURCE_CONTINUE;
}

unsigned cwk_descriptor_watch(int descriptor, bool writing, void (*ready)(void *context), void *context) {
  Watch *watch = g_new(Watch, 1);
  *watch = (Watch){descriptor, writing, ready, context};
  if (!writing)
    cwk_quick_add(descriptor, ready, context);
  GSource *source = g_unix_fd_source_new(descriptor, writing ? G_IO_OUT : G_IO_IN | G_IO_HUP);
  g_source_set_callback(source, (GSourceFunc)(void *)on_ready, watch, free_watch);
  // Of others GLib takes the descriptor away for each call, and wakes the loop twice.
  g_source_set_can_recurse(source, TRUE);
  unsigned id = g_source_attach(source, NULL);
  g_source_unref(source);
  return id;
}

void cwk_descriptor_unwatch(unsigned watch) { g_source_remove(watch); }
