#define _GNU_SOURCE
#include "cwk_display.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { EXIT_NOT_INSTALLED = 127, START_LIMIT_MS = 20000 };

// In the child, between fork and exec: only what is safe after a fork of a threaded process.
static _Noreturn void become_server(int ready, pid_t parent, char *const *arguments) {
  // A host's thread may block signals; a server that inherited that would outlive everyone.
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGTERM, SIG_DFL);
  // SIGTERM, not SIGKILL: Xvfb removes its lock file and socket.
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent)
    _exit(0);
  // A terminal's Ctrl-C is for the host, which may still want its display to print what is known.
  setpgid(0, 0);
  int nowhere = open("/dev/null", O_RDWR);
  dup2(nowhere, STDIN_FILENO);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  dup2(ready, 3);
  fcntl(3, F_SETFD, 0);
  // The server outlives every socket of the host: a connection that the host closes would stay open in it, and the peer
  // would wait for ever.
  syscall(SYS_close_range, 4U, ~0U, 0U);
  execvp(arguments[0], arguments);
  _exit(EXIT_NOT_INSTALLED);
}

// Reads the display's number, a line, that Xvfb writes once it accepts connections.
static bool read_number(int ready, char *number, size_t capacity) {
  size_t length = 0;
  struct pollfd poll_ready = {.fd = ready, .events = POLLIN};
  while (length + 1 < capacity) {
    if (poll(&poll_ready, 1, START_LIMIT_MS) <= 0)
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
  int ready[2];
  if (pipe2(ready, O_CLOEXEC))
    return CWK_DISPLAY_FAILED;
  char screen[64];
  snprintf(screen, sizeof screen, "%dx%dx24", width, height);
  char *arguments[] = {"Xvfb",      "-displayfd", "3",        "-screen", "0",  screen,
                       "-nolisten", "tcp",        "-noreset", "-dpi",    "96", NULL};
  pid_t parent = getpid();
  pid_t child = fork();
  if (child == 0)
    become_server(ready[1], parent, arguments);
  close(ready[1]);
  CWKDisplayResult result = CWK_DISPLAY_FAILED;
  char number[32] = "";
  if (child > 0 && read_number(ready[0], number, sizeof number)) {
    snprintf(name, name_capacity, ":%s", number);
    *pid = child;
    result = CWK_DISPLAY_STARTED;
  } else if (child > 0) {
    int status = 0;
    kill(child, SIGTERM);
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_NOT_INSTALLED)
      result = CWK_DISPLAY_NOT_INSTALLED;
  }
  close(ready[0]);
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
