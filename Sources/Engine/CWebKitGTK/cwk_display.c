#define _GNU_SOURCE
#include "cwk_display.h"
#include <child_process.h>
#include <dlfcn.h>
#include <errno.h>
#include <glib.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { EXIT_LIBRARY_MISSING = 127, START_LIMIT_MS = 20000 };

// Reads the display's number, a line, that Xvfb writes once it accepts connections.
static bool read_number(int ready, char *number, size_t capacity) {
  size_t length = 0;
  struct pollfd poll_ready = {.fd = ready, .events = POLLIN};
  while (length + 1 < capacity) {
    int found = poll(&poll_ready, 1, START_LIMIT_MS);
    if (found < 0 && errno == EINTR)
      continue;
    if (found <= 0)
      return false;
    ssize_t count = read(ready, number + length, capacity - 1 - length);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return false;
    length += (size_t)count;
    number[length] = 0;
    char *end = strchr(number, '\n');
    if (end) {
      *end = 0;
      return length > 1;
    }
  }
  return false;
}

CWKDisplayResult cwk_display_start(int width, int height, char *name, size_t name_capacity, int *pid) {
  g_autofree char *path = g_find_program_in_path("Xvfb");
  if (!path)
    return CWK_DISPLAY_NOT_INSTALLED;
  int ready, childs_end;
  if (ccp_pipe(&ready, &childs_end))
    return CWK_DISPLAY_FAILED;
  char screen[64];
  snprintf(screen, sizeof screen, "%dx%dx24", width, height);
  char *arguments[] = {path,        "-displayfd", "3",        "-screen", "0",  screen,
                       "-nolisten", "tcp",        "-noreset", "-dpi",    "96", NULL};
  CCPProgram server = {
      .arguments = arguments,
      .input = CCP_NONE,
      .output = CCP_NONE,
      .errors = CCP_NONE,
      .extra = childs_end,
      // SIGTERM, not SIGKILL: Xvfb removes its lock file and socket.
      .signal_at_end = SIGTERM,
  };
  int child = ccp_start(&server);
  close(childs_end);
  CWKDisplayResult result = CWK_DISPLAY_FAILED;
  char number[32] = "";
  if (child > 0 && read_number(ready, number, sizeof number)) {
    snprintf(name, name_capacity, ":%s", number);
    *pid = child;
    result = CWK_DISPLAY_STARTED;
  } else if (child > 0) {
    kill(child, SIGTERM);
    // The loader of dynamic libraries ends a program with this code.
    if (ccp_reap(child) == EXIT_LIBRARY_MISSING)
      result = CWK_DISPLAY_NOT_INSTALLED;
  }
  close(ready);
  return result;
}

typedef int (*ErrorHandler)(void *display);

static void (*display_lost)(void);

static int on_loss(void *display) {
  (void)display;
  if (syscall(SYS_gettid) == getpid())
    display_lost();
  return 0;
}

void cwk_display_on_loss(void (*lost)(void)) {
  display_lost = lost;
  // Of Xlib, which GDK brings along.
  ErrorHandler (*set)(ErrorHandler) = (ErrorHandler(*)(ErrorHandler))dlsym(RTLD_DEFAULT, "XSetIOErrorHandler");
  if (set)
    set(on_loss);
}
