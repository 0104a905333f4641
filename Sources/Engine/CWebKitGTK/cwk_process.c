#define _GNU_SOURCE
// WebKit has its processes inherit every descriptor that is open here and not marked. A socket of the host would live
// on in them after the host has closed it: a server would never hear that a transfer was cancelled, and a port would
// stay taken. WebKit offers no setting for it; so this function of GLib's, which WebKit calls for each of its
// processes, is this one first. The launcher hands over what a process needs.
//
// Without the flag the descriptors are marked in the child, after the fork. Marked here, before it, those would be
// missed that other threads open meanwhile.
#include "cwk_private.h"
#include "cwk_template.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

typedef GSubprocessLauncher *(*LauncherFn)(GSubprocessFlags);
typedef ssize_t (*ReceiveFn)(int, struct msghdr *, int);

// The hardening of the web processes that are launched now. Main thread only: WebKit launches them there.
static CWKHardening hardening;

void cwk_process_set_hardening(CWKHardening value) { hardening = value; }

G_MODULE_EXPORT GSubprocessLauncher *g_subprocess_launcher_new(GSubprocessFlags flags) {
  static LauncherFn make;
  if (!make)
    make = (LauncherFn)dlsym(RTLD_NEXT, "g_subprocess_launcher_new");
  GSubprocessLauncher *launcher = make(flags & ~(GSubprocessFlags)G_SUBPROCESS_FLAGS_INHERIT_FDS);
  // JavaScriptCore reads its options from the environment, once in a process.
  if (hardening >= CWK_HARDENING_NO_COMPILER)
    cwk_launcher_setenv(launcher, "JSC_useJIT", "0");
  if (hardening == CWK_HARDENING_LOCKDOWN)
    cwk_launcher_setenv(launcher, "JSC_useWasm", "0");
  return launcher;
}

// A new process of WebKit's first sends its number, as credentials beside one byte. Where the process dies before that,
// WebKit ends the whole program with g_error(). It gets a number instead that no process can have: WebKit then finds
// the process's connection closed, and reports a crash.
static void pretend_number(struct msghdr *message) {
  static pid_t last = 1 << 30;
  struct cmsghdr *header = message->msg_control;
  message->msg_controllen = CMSG_SPACE(sizeof(struct ucred));
  *header = (struct cmsghdr){
      .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_CREDENTIALS, .cmsg_len = CMSG_LEN(sizeof(struct ucred))};
  struct ucred credentials = {.pid = __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED), .uid = getuid(), .gid = getgid()};
  memcpy(CMSG_DATA(header), &credentials, sizeof credentials);
}

G_MODULE_EXPORT ssize_t recvmsg(int descriptor, struct msghdr *message, int flags) {
  static ReceiveFn receive;
  if (!receive)
    receive = (ReceiveFn)dlsym(RTLD_NEXT, "recvmsg");
  bool is_number = message->msg_iovlen == 1 && message->msg_iov[0].iov_len == 1 &&
                   message->msg_controllen == CMSG_SPACE(sizeof(struct ucred));
  ssize_t count = receive(descriptor, message, flags);
  if (!is_number || !(count == 0 || (count < 0 && errno == ECONNRESET)))
    return count;
  pretend_number(message);
  return 1;
}

// A program can be started with its standard streams closed. Their numbers would go to the next descriptors that are
// opened, and what is written to standard error would go there.
__attribute__((constructor(101))) static void open_standard_streams(void) {
  int descriptor = open("/dev/null", O_RDWR);
  while (descriptor >= 0 && descriptor <= STDERR_FILENO)
    descriptor = dup(descriptor);
  if (descriptor > STDERR_FILENO)
    close(descriptor);
}
