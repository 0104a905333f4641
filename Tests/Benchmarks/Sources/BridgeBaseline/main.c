// Measures the cost of the bridge without SWWebView: one page, one view and one event stream in plain C.
// BridgeBenchmarks runs it beside SWWebView and compares.
//
//   BridgeBaseline roundtrip PAGE          prints the figures that PAGE measures, one line of JSON
//   BridgeBaseline start PAGE STARTED      prints the milliseconds from STARTED to the page's `load` event
//
// PAGE is a file; its folder is served at sw://bench.example/. STARTED is the time at which the parent started this
// process, in nanoseconds of CLOCK_MONOTONIC. A display is needed.

#include "bridge.h"
#include "page_folder.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
  char *folder;
  gboolean times_start;
  gint64 started; // microseconds of CLOCK_MONOTONIC
  Bridge *bridge;
  int exit_code;
} Program;

static const char origin[] = "sw://bench.example";

static void fail(Program *program, const char *why) {
  g_printerr("BridgeBaseline: %s\n", why);
  program->exit_code = EXIT_FAILURE;
  gtk_main_quit();
}

static void on_request(WebKitURISchemeRequest *request, gpointer data) {
  Program *program = data;
  if (strcmp(webkit_uri_scheme_request_get_path(request), BRIDGE_EVENTS) == 0)
    bridge_open_events(program->bridge, request);
  else
    page_folder_answer(program->folder, request);
}

static void on_report(WebKitUserContentManager *content, WebKitJavascriptResult *result, gpointer data) {
  (void)content;
  Program *program = data;
  gint64 now = g_get_monotonic_time();
  g_autofree char *report = jsc_value_to_string(webkit_javascript_result_get_js_value(result));
  if (g_str_has_prefix(report, "{\"error\"")) {
    fail(program, report);
    return;
  }
  if (program->times_start)
    g_print("{\"startToLoadMilliseconds\":%.3f}\n", (double)(now - program->started) / 1000);
  else
    g_print("%s\n", report);
  program->exit_code = EXIT_SUCCESS;
  gtk_main_quit();
}

static gboolean on_load_failed(WebKitWebView *view, WebKitLoadEvent event, const char *uri, GError *error,
                               gpointer data) {
  (void)view, (void)event, (void)uri;
  fail(data, error->message);
  return TRUE;
}

static void on_web_process_terminated(WebKitWebView *view, WebKitWebProcessTerminationReason reason, gpointer data) {
  (void)view, (void)reason;
  fail(data, "the web process ended");
}

static WebKitWebContext *make_context(Program *program) {
  WebKitWebContext *context = webkit_web_context_new_ephemeral();
  webkit_web_context_register_uri_scheme(context, "sw", on_request, program, NULL);
  WebKitSecurityManager *security = webkit_web_context_get_security_manager(context);
  webkit_security_manager_register_uri_scheme_as_secure(security, "sw");
  webkit_security_manager_register_uri_scheme_as_cors_enabled(security, "sw");
  return context;
}

static WebKitUserContentManager *make_content(Program *program) {
  WebKitUserContentManager *content = webkit_user_content_manager_new();
  program->bridge = bridge_new(content);
  g_signal_connect(content, "script-message-received::report", G_CALLBACK(on_report), program);
  webkit_user_content_manager_register_script_message_handler(content, "report");
  return content;
}

static WebKitWebView *make_view(Program *program) {
  g_autoptr(WebKitWebContext) context = make_context(program);
  g_autoptr(WebKitUserContentManager) content = make_content(program);
  g_autoptr(WebKitSettings) settings = webkit_settings_new();
  webkit_settings_set_hardware_acceleration_policy(settings, WEBKIT_HARDWARE_ACCELERATION_POLICY_NEVER);
  GtkWidget *view = g_object_new(WEBKIT_TYPE_WEB_VIEW, "web-context", context, "user-content-manager", content,
                                 "settings", settings, NULL);
  g_signal_connect(view, "load-failed", G_CALLBACK(on_load_failed), program);
  g_signal_connect(view, "web-process-terminated", G_CALLBACK(on_web_process_terminated), program);
  gtk_widget_set_size_request(view, 800, 600);
  GtkWidget *window = gtk_offscreen_window_new();
  gtk_container_add(GTK_CONTAINER(window), view);
  gtk_widget_show_all(window);
  return WEBKIT_WEB_VIEW(view);
}

static gboolean read_arguments(Program *program, int argc, char **argv) {
  if (argc == 3 && strcmp(argv[1], "roundtrip") == 0)
    return TRUE;
  if (argc != 4 || strcmp(argv[1], "start") != 0)
    return FALSE;
  guint64 nanoseconds = 0;
  if (!g_ascii_string_to_unsigned(argv[3], 10, 1, G_MAXINT64, &nanoseconds, NULL))
    return FALSE;
  program->times_start = TRUE;
  program->started = (gint64)(nanoseconds / 1000);
  return TRUE;
}

int main(int argc, char **argv) {
  Program program = {.exit_code = EXIT_FAILURE};
  if (!read_arguments(&program, argc, argv)) {
    g_printerr("usage: BridgeBaseline roundtrip PAGE | BridgeBaseline start PAGE STARTED\n");
    return EXIT_FAILURE;
  }
  if (!gtk_init_check(NULL, NULL)) {
    g_printerr("BridgeBaseline: no display; set DISPLAY, or run it through Scripts/bench\n");
    return EXIT_FAILURE;
  }
  program.folder = g_path_get_dirname(argv[2]);
  g_autofree char *name = g_path_get_basename(argv[2]);
  g_autofree char *uri = g_strconcat(origin, "/", name, NULL);
  webkit_web_view_load_uri(make_view(&program), uri);
  gtk_main();
  g_free(program.folder);
  return program.exit_code;
}
