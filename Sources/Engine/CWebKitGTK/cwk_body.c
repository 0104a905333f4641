#include "cwk_private.h"
#include <setjmp.h>
#include <signal.h>
#include <string.h>

// WebKitGTK resolves the Blobs of a body through a registry that only its network process has: in the host process the
// registry is a null pointer, and asking for such a body is a segmentation fault. Nothing tells a body with a Blob from
// one without before the call. The runtime script turns Blobs into bytes before they leave a page, but workers and
// native form posts pass it by, so the call is guarded: a null access inside it becomes "unreadable".

enum { NULL_PAGE = 65536 };

static sigjmp_buf after_fault;
static volatile sig_atomic_t guarding;
static struct sigaction previous;

static void on_fault(int number, siginfo_t *info, void *context) {
  (void)context;
  if (guarding && (uintptr_t)info->si_addr < NULL_PAGE) {
    guarding = 0;
    siglongjmp(after_fault, 1);
  }
  // Not ours: the handler before us sees the same access fault again.
  sigaction(number, &previous, NULL);
}

CWKBodyState cwk_body_open(WebKitURISchemeRequest *request, GInputStream **body) {
  struct sigaction guard;
  memset(&guard, 0, sizeof guard);
  guard.sa_sigaction = on_fault;
  guard.sa_flags = SA_SIGINFO;
  sigemptyset(&guard.sa_mask);
  sigaction(SIGSEGV, &guard, &previous);
  CWKBodyState state;
  if (sigsetjmp(after_fault, 1) == 0) {
    guarding = 1;
    *body = webkit_uri_scheme_request_get_http_body(request);
    state = *body ? CWK_BODY_READABLE : CWK_BODY_NONE;
  } else {
    *body = NULL;
    state = CWK_BODY_UNREADABLE;
  }
  guarding = 0;
  sigaction(SIGSEGV, &previous, NULL);
  return state;
}
