#define _GNU_SOURCE
// The template process. A process of WebKit's that is started anew links some eighty libraries first. The template is
// forked from this process when the libraries are linked, and before their constructors run. It does nothing but fork
// WebKit's processes, which run the constructors and then their `main`.
#include "cwk_template.h"
#include "cwk_private.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef PR_GET_TID_ADDRESS
#define PR_GET_TID_ADDRESS 40
#endif

enum { MOST_DESCRIPTORS = 8, STANDARD = 3, LONGEST_REQUEST = 128 * 1024 };

typedef int (*MainFn)(int, char **);

// The head of a request. The texts of arguments and environment follow, each with its null character.
typedef struct {
  unsigned arguments, variables, descriptors;
  // The numbers of the descriptors in the arguments.
  int numbers[MOST_DESCRIPTORS];
  struct rlimit files, stack;
} Request;

static int socket_to_template = -1;
static ino_t socket_number;
static pid_t owner;

// The function of WebKit's that is a program's `main`; NULL for another program.
static MainFn main_of(const char *path) {
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  if (strcmp(name, "WebKitWebProcess") == 0)
    return (MainFn)dlsym(RTLD_DEFAULT, "_ZN6WebKit14WebProcessMainEiPPc");
  if (strcmp(name, "WebKitNetworkProcess") == 0)
    return (MainFn)dlsym(RTLD_DEFAULT, "_ZN6WebKit18NetworkProcessMainEiPPc");
  return NULL;
}

bool cwk_template_knows(const char *path) { return main_of(path) != NULL; }

// MARK: The template

// Writes the arguments over the texts that the process was started with, which `ps` shows.
static void set_title(int own_count, char **own, unsigned count, char **arguments) {
  const char *slash = strrchr(arguments[0], '/');
  prctl(PR_SET_NAME, slash ? slash + 1 : arguments[0]);
  if (own_count < 1)
    return;
  char *title = own[0], *end = title;
  for (int i = 0; i < own_count && own[i] == end; i++)
    end += strlen(end) + 1;
  size_t size = (size_t)(end - title), used = 0;
  memset(title, 0, size);
  for (unsigned i = 0; i < count && used < size; i++)
    used += (size_t)g_strlcpy(title + used, arguments[i], size - used) + 1;
}

// A request, and the descriptors that came with it. In a forked process it is the process's own.
static _Alignas(Request) char text[LONGEST_REQUEST];
static int received[MOST_DESCRIPTORS];
static bool is_forked;

// Takes over the limits and the standard streams of a request.
static void prepare(const Request *request) {
  setrlimit(RLIMIT_NOFILE, &request->files);
  setrlimit(RLIMIT_STACK, &request->stack);
  // WebKit's processes write data of pages: cookies, databases, downloads. Only this user may read those files.
  umask(077);
  for (int i = 0; i < STANDARD; i++) {
    dup2(received[i], i);
    close(received[i]);
  }
  for (int number = 1; number < NSIG; number++)
    signal(number, SIG_DFL);
}

// Runs WebKit's `main` in a forked process, whose libraries are ready now.
__attribute__((constructor(102))) static void run_forked(int count, char **own_arguments) {
  if (!is_forked)
    return;
  const Request *request = (const Request *)(const void *)text;
  char **arguments = g_new0(char *, request->arguments + 1), **variables = g_new0(char *, request->variables + 1);
  char *rest = text + sizeof(Request);
  for (unsigned i = 0; i < request->arguments + request->variables; i++, rest += strlen(rest) + 1)
    *(i < request->arguments ? &arguments[i] : &variables[i - request->arguments]) = rest;
  set_title(count, own_arguments, request->arguments, arguments);
  environ = variables;
  // The second argument is no descriptor.
  for (unsigned i = 2; i < request->arguments; i++)
    for (unsigned k = STANDARD; k < request->descriptors; k++)
      if (g_ascii_strtoll(arguments[i], NULL, 10) == request->numbers[k]) {
        arguments[i] = g_strdup_printf("%d", received[k]);
        break;
      }
  exit(main_of(arguments[0])((int)request->arguments, arguments));
}

// The functions below and prepare() run before the constructors, so that only the C library is ready for them.

// Like fork(), but the new process is a child of the template's parent, which can wait for it. The C library keeps the
// thread's number at `thread`.
static pid_t fork_sibling(int *thread) {
  return (pid_t)syscall(SYS_clone, CLONE_PARENT | CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | SIGCHLD, 0, NULL, thread,
                        0);
}

// Receives a request, and forks. Returns false at the end of the connection, and in a forked process.
static bool serve(int connection, int *thread) {
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(MOST_DESCRIPTORS * sizeof(int))];
  } control;
  struct iovec piece = {text, sizeof text};
  struct msghdr message = {
      .msg_iov = &piece, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  ssize_t count = recvmsg(connection, &message, 0);
  if (count < 0 && errno == EINTR)
    return true;
  if (count < (ssize_t)sizeof(Request))
    return false;
  const Request *request = (const Request *)(const void *)text;
  memcpy(received, CMSG_DATA(&control.header), request->descriptors * sizeof(int));
  pid_t child = fork_sibling(thread);
  if (child == 0) {
    close(connection);
    prepare(request);
    is_forked = true;
    return false;
  }
  for (unsigned i = 0; i < request->descriptors; i++)
    close(received[i]);
  return send(connection, &child, sizeof child, MSG_NOSIGNAL) == sizeof child;
}

// Returns only in forked processes.
static void run_template(int connection, int *thread) {
  prctl(PR_SET_NAME, "WebKitTemplate");
  // The terminal's signals are for the process that the user started. The template ends with its connection.
  for (int number = 1; number < NSIG; number++)
    if (number == SIGINT || number == SIGTERM || number == SIGHUP || number == SIGQUIT || number == SIGPIPE)
      signal(number, SIG_IGN);
  int null = open("/dev/null", O_RDWR);
  for (int i = 0; i < STANDARD; i++)
    dup2(null, i);
  // Nothing of the process's own stays open here.
  int own = dup2(connection, STANDARD);
  close_range((unsigned)STANDARD + 1, UINT_MAX, 0);
  while (serve(own, thread))
    continue;
  if (!is_forked)
    _exit(0);
}

static void start_template(void) {
  int *thread = NULL, ends[2];
  if (prctl(PR_GET_TID_ADDRESS, &thread) || !thread || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
    return;
  pid_t child = fork();
  if (child == 0)
    return run_template(ends[1], thread);
  close(ends[1]);
  struct stat facts;
  if (child < 0 || fstat(ends[0], &facts)) {
    close(ends[0]);
    return;
  }
  socket_to_template = ends[0];
  socket_number = facts.st_ino;
  owner = getpid();
}

// Only a program's own functions run before the constructors: a shared library has no template. The sanitizers prepare
// themselves here, too, and have threads that a fork does not have.
#if !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer)
__attribute__((section(".preinit_array"), used)) static void (*const before_constructors)(void) = start_template;
#endif

// MARK: The host

// A program may close what it does not know, and open something else with that number.
static bool is_connected(void) {
  struct stat facts;
  return socket_to_template >= 0 && owner == getpid() && fstat(socket_to_template, &facts) == 0 &&
         facts.st_ino == socket_number && S_ISSOCK(facts.st_mode);
}

static unsigned append(GByteArray *text, const char *const *list) {
  unsigned count = 0;
  for (; list[count]; count++)
    g_byte_array_append(text, (const guint8 *)list[count], (guint)strlen(list[count]) + 1);
  return count;
}

pid_t cwk_template_fork(const char *const *arguments, const char *const *environment, const int *descriptors,
                        size_t count) {
  if (!is_connected() || count + STANDARD > MOST_DESCRIPTORS)
    return 0;
  int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
  Request request = {.descriptors = (unsigned)count + STANDARD};
  int sent[MOST_DESCRIPTORS] = {null, STDOUT_FILENO, STDERR_FILENO};
  for (size_t i = 0; i < count; i++)
    sent[STANDARD + i] = request.numbers[STANDARD + i] = descriptors[i];
  getrlimit(RLIMIT_NOFILE, &request.files);
  getrlimit(RLIMIT_STACK, &request.stack);
  GByteArray *text = g_byte_array_new();
  g_byte_array_append(text, (const guint8 *)&request, sizeof request);
  request.arguments = append(text, arguments);
  request.variables = append(text, environment);
  memcpy(text->data, &request, sizeof request);
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(MOST_DESCRIPTORS * sizeof(int))];
  } control = {.header = {.cmsg_level = SOL_SOCKET,
                          .cmsg_type = SCM_RIGHTS,
                          .cmsg_len = CMSG_LEN(request.descriptors * sizeof(int))}};
  memcpy(CMSG_DATA(&control.header), sent, request.descriptors * sizeof(int));
  struct iovec piece = {text->data, text->len};
  struct msghdr message = {.msg_iov = &piece,
                           .msg_iovlen = 1,
                           .msg_control = &control,
                           .msg_controllen = CMSG_SPACE(request.descriptors * sizeof(int))};
  pid_t child = 0;
  ssize_t result = text->len > LONGEST_REQUEST ? -1 : sendmsg(socket_to_template, &message, MSG_NOSIGNAL);
  while (result >= 0 && (result = recv(socket_to_template, &child, sizeof child, 0)) < 0 && errno == EINTR)
    result = 0;
  g_byte_array_unref(text);
  close(null);
  if (result != sizeof child) {
    // The template has gone, or the request is too long for it.
    close(socket_to_template);
    socket_to_template = -1;
    return 0;
  }
  return MAX(child, 0);
}
