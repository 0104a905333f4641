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
  cwk_loop_note_message();
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
  cwk_streams_flush();
  cwk_view_note_world(view, world);
  webkit_web_view_evaluate_javascript(view->web_view, script, (gssize)length, world, source_uri, NULL, on_evaluated,
                                      evaluation_new(receive, context));
}

void cwk_view_call_function(CWKView *view, const char *body, size_t length, const char *world, const char *source_uri,
                            CWKScriptFn receive, void *context) {
  cwk_streams_flush();
  cwk_view_note_world(view, world);
  webkit_web_view_call_async_javascript_function(view->web_view, body, (gssize)length, NULL, world, source_uri, NULL,
                                                 on_called, evaluation_new(receive, context));
}

typedef struct {
  void (*receive)(unsigned failure, const char *text, void *context);
  void *context;
} FrameRun;

static void on_frame_result(GObject *source, GAsyncResult *result, gpointer data) {
  g_autofree FrameRun *run = data;
  cwk_loop_note_message();
  g_autoptr(WebKitUserMessage) reply =
      webkit_web_view_send_message_to_page_finish(WEBKIT_WEB_VIEW(source), result, NULL);
  GVariant *facts = reply ? webkit_user_message_get_parameters(reply) : NULL;
  guint32 failure = CWK_FRAME_SCRIPT_NO_FRAME;
  const char *text = "";
  if (facts && g_variant_is_of_type(facts, G_VARIANT_TYPE(CWK_SCRIPT_RESULT_TYPE)))
    g_variant_get(facts, CWK_SCRIPT_RESULT_READ, &failure, &text);
  run->receive(failure, text, run->context);
}

void cwk_view_run_in_frame(CWKView *view, const CWKFrameScript *script,
                           void (*receive)(unsigned failure, const char *text, void *context), void *context) {
  GVariantDict asked;
  g_variant_dict_init(&asked, NULL);
  g_variant_dict_insert(&asked, CWK_FACT_FRAME, "t", script->frame);
  g_variant_dict_insert(&asked, CWK_FACT_WORLD, "s", script->world ? script->world : "");
  g_variant_dict_insert_value(&asked, CWK_FACT_SCRIPT,
                              g_variant_new_fixed_array(G_VARIANT_TYPE_BYTE, script->script, script->length, 1));
  g_variant_dict_insert(&asked, CWK_FACT_SOURCE, "s", script->source_uri);
  g_variant_dict_insert(&asked, CWK_FACT_IS_CALL, "b", script->is_call);
  FrameRun *run = g_new(FrameRun, 1);
  *run = (FrameRun){receive, context};
  webkit_web_view_send_message_to_page(view->web_view,
                                       webkit_user_message_new(CWK_MESSAGE_SCRIPT, g_variant_dict_end(&asked)), NULL,
                                       on_frame_result, run);
}
