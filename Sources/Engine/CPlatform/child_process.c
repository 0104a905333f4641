#define _GNU_SOURCE
#include "child_process.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { EXTRA_DESCRIPTOR = 3, EXIT_NOT_STARTED = 127 };

// Returns a copy above the descriptors that the child will have, so that no copy takes the place of another's source.
static int copy_above(int descriptor) {
  if (descriptor < 0)
    descriptor = open("/dev/null", O_RDWR | O_CLOEXEC);
  return fcntl(descriptor, F_DUPFD_CLOEXEC, EXTRA_DESCRIPTOR + 1);
}

static bool take_descriptors(const CCPProgram *program) {
  bool has_extra = program->extra >= 0;
  const int sources[] = {program->input, program->output, program->errors, program->extra};
  int count = has_extra ? EXTRA_DESCRIPTOR + 1 : EXTRA_DESCRIPTOR;
  int copies[EXTRA_DESCRIPTOR + 1];
  for (int number = 0; number < count; number++) {
    copies[number] = copy_above(sources[number]);
    if (copies[number] < 0)
      return false;
  }
  for (int number = 0; number < count; number++)
    if (dup2(copies[number], number) < 0)
      return false;
  // The child may outlive every socket of this process: a connection that this process closes would stay open in it,
  // and the peer would wait for ever.
  syscall(SYS_close_range, (unsigned)count, ~0U, 0U);
  return true;
}

// Runs in the child, which shares this process's memory until exec: only what a signal handler may call. Returns only
// when the program cannot be started.
static void become(const CCPProgram *program, char *const *environment, pid_t parent) {
  // A child that inherited blocked or ignored signals could outlive everyone.
  for (int number = 1; number < NSIG; number++)
    signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  if (program->signal_at_end) {
    prctl(PR_SET_PDEATHSIG, program->signal_at_end);
    if (getppid() != parent)
      _exit(0);
  }
  // A terminal's Ctrl-C is for the parent, which ends its children in order.
  setpgid(0, 0);
  if (take_descriptors(program))
    execve(program->arguments[0], program->arguments, environment);
}

// vfork, like posix_spawn: a fork would copy the page tables of a process that may be large. The thread goes on when
// the child has started the program or ended; all signals are blocked, so that no handler runs in the child.
static int start(const CCPProgram *program, char *const *environment) {
  volatile int error = 0;
  pid_t parent = getpid();
  sigset_t all, previous;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &previous);
  pid_t child = vfork();
  if (child == 0) {
    become(program, environment, parent);
    error = errno;
    _exit(EXIT_NOT_STARTED);
  }
  if (child < 0)
    error = errno;
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
  if (!error)
    return child;
  if (child > 0)
    ccp_reap(child);
  return -error;
}

int ccp_start(const CCPProgram *program) {
  if (program->environment)
    return start(program, program->environment);
  int child = start(program, environ);
  // Another thread's setenv moved the list meanwhile.
  return child == -EFAULT ? start(program, environ) : child;
}

int ccp_pipe(int *reading, int *writing) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC))
    return -errno;
  *reading = ends[0];
  *writing = ends[1];
  return 0;
}

int ccp_reap(int pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
    continue;
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

int ccp_watch(int pid) {
  int descriptor = (int)syscall(SYS_pidfd_open, pid, 0);
  return descriptor < 0 ? -errno : descriptor;
}

void ccp_signal(int descriptor, int number) { syscall(SYS_pidfd_send_signal, descriptor, number, NULL, 0); }
