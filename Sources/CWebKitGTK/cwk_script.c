#include "cwk_private.h"

typedef struct {
  CWKScriptFn receive;
  void *context;
} Evaluation;

static Evaluation *evaluation_new(CWKScriptFn receive, void *context) {
  Evaluation *evaluation = g_new(Evaluation, 1);
  *evaluation = (Evaluation){receive, context};
  return evaluation;
}

static void conclude(Evaluation *evaluation, JSCValue *value, GError *error) {
  cwk_loop_note_traffic();
  if (error) {
    CWKError plain = cwk_error(error);
    evaluation->receive(NULL, &plain, evaluation->context);
    g_error_free(error);
  } else {
    evaluation->receive((CWKValue *)(void *)value, NULL, evaluation->context);
    g_object_unref(value);
  }
  g_free(evaluation);
}

static void on_evaluated(GObject *source, GAsyncResult *result, gpointer data) {
  GError *error = NULL;
  JSCValue *value = webkit_web_view_evaluate_javascript_finish(WEBKIT_WEB_VIEW(source), result, &error);
  conclude(data, value, error);
}

static void on_called(GObject *source, GAsyncResult *result, gpointer data) {
  GError *error = NULL;
  JSCValue *value = webkit_web_view_call_async_javascript_function_finish(WEBKIT_WEB_VIEW(source), result, &error);
  conclude(data, value, error);
}

void cwk_view_evaluate(CWKView *view, const char *script, size_t length, const char *world, const char *source_uri,
                       CWKScriptFn receive, void *context) {
  cwk_view_note_world(view, world);
  webkit_web_view_evaluate_javascript(view->web_view, script, (gssize)length, world, source_uri, NULL, on_evaluated,
                                      evaluation_new(receive, context));
}

void cwk_view_call_function(CWKView *view, const char *body, size_t length, const char *world, CWKScriptFn receive,
                            void *context) {
  cwk_view_note_world(view, world);
  webkit_web_view_call_async_javascript_function(view->web_view, body, (gssize)length, NULL, world, NULL, NULL,
                                                 on_called, evaluation_new(receive, context));
}
