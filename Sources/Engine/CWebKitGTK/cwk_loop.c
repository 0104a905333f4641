#define _GNU_SOURCE
#include "cwk_private.h"
#include <glib-unix.h>
#include <malloc.h>
#include <sched.h>
#include <sys/poll.h>
#include <unistd.h>

// The Swift runtime's own extension point for the end of an asynchronous main, and libdispatch's two entry points for
// hosts that run the main queue inside a loop of theirs.
typedef void (*DrainFn)(void) __attribute__((swiftcall));
extern __attribute__((swiftcall)) void (*swift_task_asyncMainDrainQueue_hook)(DrainFn original, DrainFn compat);
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

static bool owns_main_thread;
static gint64 spin_microseconds;
static gint64 spin_until;
static bool has_one_core;
// The longest that the rest of the loop waits for what is quick, in microseconds.
enum { LONGEST_SERVICE = 2000 };

static gboolean drain_main_queue(gint descriptor, GIOCondition condition, gpointer data) {
  (void)condition, (void)data;
  // Read first: an eventfd left unread stays ready, and the loop would spin and starve WebKit.
  uint64_t wakes;
  ssize_t count = read(descriptor, &wakes, sizeof wakes);
  (void)count;
  _dispatch_main_queue_callback_4CF(NULL);
  return G_SOURCE_CONTINUE;
}

static void drain_quickly(void *context) { drain_main_queue(*(int *)context, G_IO_IN, NULL); }

// Looks for events again and again while traffic is recent, giving the core away in between, before it sleeps. What is
// quick is served here; after some of that the loop has its round, since others may have added to it.
static gint poll_with_spin(GPollFD *pollfds, guint count, gint timeout) {
  struct pollfd *fds = (struct pollfd *)(void *)pollfds;
  gint64 now = g_get_monotonic_time(), last = now + LONGEST_SERVICE;
  bool has_served = cwk_streams_end_turn();
  for (; timeout != 0 && now < MIN(spin_until, last); now = g_get_monotonic_time()) {
    if (cwk_quick_serve()) {
      cwk_streams_end_turn();
      has_served = true;
      continue;
    }
    int ready = poll(fds, count, 0);
    if (ready != 0)
      return ready;
    sched_yield();
  }
  return poll(fds, count, has_served ? 0 : timeout);
}

static __attribute__((swiftcall)) void run_glib_loop(DrainFn original, DrainFn compat) {
  (void)original, (void)compat;
  static int main_queue;
  main_queue = _dispatch_get_main_queue_handle_4CF();
  cwk_quick_add(main_queue, drain_quickly, &main_queue);
  GSource *source = g_unix_fd_source_new(main_queue, G_IO_IN);
  g_source_set_callback(source, (GSourceFunc)(void *)drain_main_queue, NULL, NULL);
  // Of others GLib takes the descriptor away for each call, and wakes the loop twice. The main queue does not run
  // inside itself.
  g_source_set_can_recurse(source, TRUE);
  g_source_attach(source, NULL);
  g_source_unref(source);
  g_main_context_set_poll_func(NULL, poll_with_spin);
  owns_main_thread = true;
  g_main_loop_run(g_main_loop_new(NULL, FALSE));
}

__attribute__((constructor)) static void install_drain_hook(void) {
  swift_task_asyncMainDrainQueue_hook = run_glib_loop;
}

bool cwk_loop_owns_main_thread(void) { return owns_main_thread; }

void cwk_engine_init(void) {
  static bool is_done;
  if (is_done)
    return;
  is_done = true;
  // Compiled code then looks for an exceeded time limit at each call and loop. By default JavaScriptCore patches the
  // compiled code instead, while a signal keeps the script's thread inside that code. Promise reactions spend most of
  // their time outside of it, so that those without end were never stopped.
  // Calls in tail position would reuse the frame of their caller in scripts of the host, so that an endless recursion
  // would never overflow the stack: it would be taken for a slow script.
  static const char *const options[][2] = {{"JSC_usePollingTraps", "1"}, {"JSC_useTailCalls", "0"}};
  bool is_set[G_N_ELEMENTS(options)];
  // JavaScriptCore reads the variables when WebKit makes it ready. Web processes do not inherit them.
  for (size_t i = 0; i < G_N_ELEMENTS(options); i++) {
    is_set[i] = g_getenv(options[i][0]) != NULL;
    g_setenv(options[i][0], options[i][1], FALSE);
  }
  g_type_class_unref(g_type_class_ref(WEBKIT_TYPE_WEB_CONTEXT));
  for (size_t i = 0; i < G_N_ELEMENTS(options); i++)
    if (!is_set[i])
      g_unsetenv(options[i][0]);
}

bool cwk_gtk_init(void) {
  // Bodies pass through in pieces of a megabyte: given back to the system at once, they do not add up over a long run.
  mallopt(M_MMAP_THRESHOLD, 256 * 1024);
  mallopt(M_TRIM_THRESHOLD, 256 * 1024);
  mallopt(M_ARENA_MAX, 2);
  // The host's number and date formats are its own business.
  gtk_disable_setlocale();
  if (!gtk_init_check(NULL, NULL))
    return false;
  cwk_display_ask_seldom();
  cwk_engine_init();
  // Two pictures of a page with a cursor in it are the same.
  g_object_set(gtk_settings_get_default(), "gtk-cursor-blink", FALSE, NULL);
  return true;
}

int cwk_loop_iterate(struct pollfd *fds, int capacity, int *timeout_ms) {
  GMainContext *loop = g_main_context_default();
  *timeout_ms = 0;
  if (!g_main_context_acquire(loop))
    return 0;
  while (g_main_context_iteration(loop, FALSE)) {
  }
  gint priority;
  g_main_context_prepare(loop, &priority);
  int count = g_main_context_query(loop, priority, timeout_ms, (GPollFD *)(void *)fds, capacity);
  g_main_context_release(loop);
  return MIN(count, capacity);
}

void cwk_loop_set_spin(unsigned microseconds) {
  cpu_set_t cores;
  has_one_core = sched_getaffinity(0, sizeof cores, &cores) == 0 && CPU_COUNT(&cores) == 1;
  spin_microseconds = microseconds;
}

void cwk_loop_note_message(void) {
  if (!has_one_core)
    cwk_loop_note_traffic();
}

void cwk_loop_note_traffic(void) {
  if (spin_microseconds)
    spin_until = g_get_monotonic_time() + spin_microseconds;
}

void cwk_webkit_version(unsigned *major, unsigned *minor, unsigned *micro) {
  *major = webkit_get_major_version();
  *minor = webkit_get_minor_version();
  *micro = webkit_get_micro_version();
}
