#include "cwk_private.h"

typedef struct {
  char *name;
  unsigned major, minor, micro;
  CWKView *(*create)(void *);
  void (*ended)(void *);
  void *context;
} Automation;

static WebKitWebView *on_create_web_view(WebKitAutomationSession *session, gpointer data) {
  (void)session;
  Automation *automation = data;
  CWKView *view;
  // The signal wants its answer at once. What `create` waits for happens in this loop.
  while (!(view = automation->create(automation->context)))
    g_main_context_iteration(NULL, TRUE);
  return view->web_view;
}

static void on_will_close(WebKitAutomationSession *session, gpointer data) {
  (void)session;
  Automation *automation = data;
  automation->ended(automation->context);
}

static void on_automation_started(WebKitWebContext *context, WebKitAutomationSession *session, gpointer data) {
  (void)context;
  Automation *automation = data;
  WebKitApplicationInfo *info = webkit_application_info_new();
  webkit_application_info_set_name(info, automation->name);
  webkit_application_info_set_version(info, automation->major, automation->minor, automation->micro);
  webkit_automation_session_set_application_info(session, info);
  webkit_application_info_unref(info);
  g_signal_connect(session, "create-web-view", G_CALLBACK(on_create_web_view), automation);
  g_signal_connect(session, "will-close", G_CALLBACK(on_will_close), automation);
}

void cwk_context_allow_automation(CWKContext *context, const char *name, unsigned major, unsigned minor, unsigned micro,
                                  CWKView *(*create)(void *), void (*ended)(void *), void *context_of_calls) {
  // Lives as long as the process: so does the one automated context.
  Automation *automation = g_new(Automation, 1);
  *automation = (Automation){g_strdup(name), major, minor, micro, create, ended, context_of_calls};
  g_signal_connect(cwk_web_context(context), "automation-started", G_CALLBACK(on_automation_started), automation);
  webkit_web_context_set_automation_allowed(cwk_web_context(context), TRUE);
}
