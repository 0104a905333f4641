#define _GNU_SOURCE
// WebKit launches its processes with GLib's functions. These are found first, and fork the processes from the template.
#include "cwk_private.h"
#include "cwk_template.h"
#include <dlfcn.h>

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

// The process of WebKit's that takes the place of a GSubprocess.
G_DECLARE_FINAL_TYPE(CWKForkedProcess, cwk_forked_process, CWK, FORKED_PROCESS, GObject)

struct _CWKForkedProcess {
  GObject parent;
  // The tasks that wait for its end; NULL after it.
  GPtrArray *waiting;
  int status;
  // Its number, also after its end.
  char *identifier;
};

G_DEFINE_FINAL_TYPE(CWKForkedProcess, cwk_forked_process, G_TYPE_OBJECT)

static void settle(CWKForkedProcess *self, GTask *task) {
  GError *error = NULL;
  if (g_spawn_check_wait_status(self->status, &error))
    g_task_return_boolean(task, TRUE);
  else
    g_task_return_error(task, error);
}

static void on_end(GPid number, int status, gpointer process) {
  CWKForkedProcess *self = process;
  self->status = status;
  GPtrArray *waiting = g_steal_pointer(&self->waiting);
  for (guint i = 0; i < waiting->len; i++)
    settle(self, waiting->pdata[i]);
  g_ptr_array_unref(waiting);
  g_spawn_close_pid(number);
}

static void cwk_forked_process_finalize(GObject *object) {
  g_free(CWK_FORKED_PROCESS(object)->identifier);
  G_OBJECT_CLASS(cwk_forked_process_parent_class)->finalize(object);
}

static void cwk_forked_process_class_init(CWKForkedProcessClass *class) {
  G_OBJECT_CLASS(class)->finalize = cwk_forked_process_finalize;
}

static void cwk_forked_process_init(CWKForkedProcess *self) {
  self->waiting = g_ptr_array_new_with_free_func(g_object_unref);
}

static CWKForkedProcess *forked_process_new(pid_t number) {
  CWKForkedProcess *self = g_object_new(cwk_forked_process_get_type(), NULL);
  self->identifier = g_strdup_printf("%d", number);
  g_child_watch_add_full(G_PRIORITY_DEFAULT, number, on_end, g_object_ref(self), g_object_unref);
  return self;
}

// The descriptors of a launcher, and what its process has in the environment besides this process's own.
static const char descriptors_key[] = "cwk-descriptors", variables_key[] = "cwk-variables";

static void keep(GSubprocessLauncher *launcher, const char *key, GPtrArray *list) {
  g_object_set_data_full(G_OBJECT(launcher), key, list, (GDestroyNotify)g_ptr_array_unref);
}

static GPtrArray *kept(GSubprocessLauncher *launcher, const char *key) {
  return g_object_get_data(G_OBJECT(launcher), key);
}

G_MODULE_EXPORT void g_subprocess_launcher_take_fd(GSubprocessLauncher *self, gint source, gint target) {
  static __typeof__(&g_subprocess_launcher_take_fd) take;
  if (!take)
    take = NEXT(g_subprocess_launcher_take_fd);
  GPtrArray *list = kept(self, descriptors_key);
  if (!list)
    keep(self, descriptors_key, list = g_ptr_array_new());
  // WebKit gives its processes the numbers that it has itself.
  g_ptr_array_add(list, GINT_TO_POINTER(source == target ? source : -1));
  take(self, source, target);
}

void cwk_launcher_setenv(GSubprocessLauncher *launcher, const char *name, const char *value) {
  GPtrArray *list = kept(launcher, variables_key);
  if (!list)
    keep(launcher, variables_key, list = g_ptr_array_new_with_free_func(g_free));
  g_ptr_array_add(list, g_strdup(name));
  g_ptr_array_add(list, g_strdup(value));
  g_subprocess_launcher_setenv(launcher, name, value, TRUE);
}

static pid_t fork_process(GSubprocessLauncher *launcher, const gchar *const *arguments) {
  GPtrArray *list = kept(launcher, descriptors_key), *variables = kept(launcher, variables_key);
  g_autofree int *descriptors = g_new0(int, list ? list->len + 1 : 1);
  for (guint i = 0; list && i < list->len; i++)
    if ((descriptors[i] = GPOINTER_TO_INT(list->pdata[i])) < 0)
      return 0;
  g_auto(GStrv) environment = g_get_environ();
  for (guint i = 0; variables && i < variables->len; i += 2)
    environment = g_environ_setenv(environment, variables->pdata[i], variables->pdata[i + 1], TRUE);
  return cwk_template_fork(arguments, (const char *const *)environment, descriptors, list ? list->len : 0);
}

G_MODULE_EXPORT GSubprocess *g_subprocess_launcher_spawnv(GSubprocessLauncher *self, const gchar *const *arguments,
                                                          GError **error) {
  static __typeof__(&g_subprocess_launcher_spawnv) spawn;
  if (!spawn)
    spawn = NEXT(g_subprocess_launcher_spawnv);
  pid_t number = cwk_template_knows(arguments[0]) ? fork_process(self, arguments) : 0;
  return number ? (GSubprocess *)(void *)forked_process_new(number) : spawn(self, arguments, error);
}

// WebKitGTK 2.52 and later ask for the number at once, and end the whole program where there is none.
G_MODULE_EXPORT const gchar *g_subprocess_get_identifier(GSubprocess *process) {
  static __typeof__(&g_subprocess_get_identifier) identify;
  if (!identify)
    identify = NEXT(g_subprocess_get_identifier);
  return CWK_IS_FORKED_PROCESS(process) ? CWK_FORKED_PROCESS(process)->identifier : identify(process);
}

G_MODULE_EXPORT void g_subprocess_wait_check_async(GSubprocess *process, GCancellable *cancellable,
                                                   GAsyncReadyCallback callback, gpointer data) {
  static __typeof__(&g_subprocess_wait_check_async) wait;
  if (!wait)
    wait = NEXT(g_subprocess_wait_check_async);
  if (!CWK_IS_FORKED_PROCESS(process))
    return wait(process, cancellable, callback, data);
  CWKForkedProcess *self = CWK_FORKED_PROCESS(process);
  GTask *task = g_task_new(self, cancellable, callback, data);
  if (self->waiting)
    return g_ptr_array_add(self->waiting, task);
  settle(self, task);
  g_object_unref(task);
}

G_MODULE_EXPORT gboolean g_subprocess_wait_check_finish(GSubprocess *process, GAsyncResult *result, GError **error) {
  static __typeof__(&g_subprocess_wait_check_finish) finish;
  if (!finish)
    finish = NEXT(g_subprocess_wait_check_finish);
  return CWK_IS_FORKED_PROCESS(process) ? g_task_propagate_boolean(G_TASK(result), error)
                                        : finish(process, result, error);
}
