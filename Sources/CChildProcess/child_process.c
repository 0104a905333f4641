#define _GNU_SOURCE
#include "include/child_process.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// In the child, between fork and exec: only what is safe after a fork of a threaded process.
static _Noreturn void become(char *const arguments[], char *const environment[], int failure, pid_t parent) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  for (int number = 1; number < NSIG; number++)
    signal(number, SIG_DFL);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(0);
  // A terminal's Ctrl-C is for the parent, which ends its children in order.
  setpgid(0, 0);
  int nowhere = open("/dev/null", O_RDWR);
  dup2(nowhere, STDIN_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  dup2(failure, 3);
  fcntl(3, F_SETFD, FD_CLOEXEC);
  syscall(SYS_close_range, 4U, ~0U, 0U);
  execve(arguments[0], arguments, environment);
  int number = errno;
  (void)!write(3, &number, sizeof number);
  _exit(127);
}

int ccp_watch(int pid) {
  int descriptor = (int)syscall(SYS_pidfd_open, pid, 0);
  return descriptor < 0 ? -errno : descriptor;
}

void ccp_kill(int descriptor) { syscall(SYS_pidfd_send_signal, descriptor, SIGKILL, NULL, 0); }

int ccp_start(char *const arguments[], char *const environment[], int *pid) {
  int failure[2];
  if (pipe2(failure, O_CLOEXEC))
    return -errno;
  pid_t parent = getpid();
  pid_t child = fork();
  if (child == 0)
    become(arguments, environment, failure[1], parent);
  int number = child < 0 ? errno : 0;
  close(failure[1]);
  if (child > 0) {
    ssize_t count;
    do
      count = read(failure[0], &number, sizeof number);
    while (count < 0 && errno == EINTR);
  }
  close(failure[0]);
  if (child > 0 && number) {
    waitpid(child, NULL, 0);
    child = -1;
  }
  if (child < 0)
    return -number;
  *pid = child;
  int descriptor = ccp_watch(child);
  if (descriptor < 0) {
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
  }
  return descriptor;
}
