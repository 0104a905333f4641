#include "cwk_asking_frame.h"
#include "cwk_private.h"

typedef struct {
  CWKAskingFrameFn receive;
  void *context;
} Question;

// Reads a frame of the answer, which keeps its strings. Returns NULL where there is none.
static const CWKPageFrame *read_frame(GVariant *answer, const char *name, CWKPageFrame *frame) {
  gboolean is_main = FALSE;
  if (!answer || !g_variant_lookup(answer, name, CWK_FRAME_READ, &frame->id, &frame->url, &frame->origin, &is_main))
    return NULL;
  frame->is_main_frame = is_main;
  return frame;
}

static bool flag(GVariant *answer, const char *name) {
  gboolean value = FALSE;
  if (answer)
    g_variant_lookup(answer, name, "b", &value);
  return value;
}

static const char *text(GVariant *answer, const char *name) {
  const char *value = NULL;
  if (answer)
    g_variant_lookup(answer, name, "&s", &value);
  return value;
}

static void on_answer(GObject *source, GAsyncResult *result, gpointer data) {
  g_autofree Question *question = data;
  cwk_loop_note_message();
  g_autoptr(WebKitUserMessage) reply =
      webkit_web_view_send_message_to_page_finish(WEBKIT_WEB_VIEW(source), result, NULL);
  GVariant *answer = reply ? webkit_user_message_get_parameters(reply) : NULL;
  if (answer && !g_variant_is_of_type(answer, G_VARIANT_TYPE(CWK_FACTS_TYPE)))
    answer = NULL;
  CWKPageFrame first, second;
  CWKAskingFrame frame = {
      .source = read_frame(answer, CWK_FACT_SOURCE, &first),
      .target = read_frame(answer, CWK_FACT_TARGET, &second),
      .is_subframe = flag(answer, CWK_FACT_IS_SUBFRAME),
      .download = text(answer, CWK_FACT_DOWNLOAD),
      .referrer_policy = text(answer, CWK_FACT_REFERRER_POLICY),
      .is_directory = flag(answer, CWK_FACT_IS_DIRECTORY),
  };
  question->receive(&frame, question->context);
}

static void ask(CWKView *view, const char *name, GVariant *parameters, CWKAskingFrameFn receive, void *context) {
  Question *question = g_new(Question, 1);
  *question = (Question){receive, context};
  webkit_web_view_send_message_to_page(view->web_view, webkit_user_message_new(name, parameters), NULL, on_answer,
                                       question);
}

typedef struct {
  const char *referrer, *destination, *accept;
} Origin;

static void read_header(const char *name, const char *value, void *context) {
  Origin *origin = context;
  if (g_ascii_strcasecmp(name, "Referer") == 0)
    origin->referrer = value;
  else if (g_ascii_strcasecmp(name, "Sec-Fetch-Dest") == 0)
    origin->destination = value;
  else if (g_ascii_strcasecmp(name, "Accept") == 0)
    origin->accept = value;
}

void cwk_view_find_navigated_frame(CWKView *view, CWKPolicyDecision *decision, CWKAskingFrameFn receive,
                                   void *context) {
  Origin origin = {"", "", ""};
  cwk_policy_request_headers(decision, read_header, &origin);
  const char *uri = cwk_policy_uri(decision);
  GVariantDict asked;
  g_variant_dict_init(&asked, NULL);
  g_variant_dict_insert(&asked, CWK_FACT_URI, "s", uri ? uri : "");
  g_variant_dict_insert(&asked, CWK_FACT_TYPE, "i", cwk_policy_navigation_type(decision));
  g_variant_dict_insert(&asked, CWK_FACT_REFERRER, "s", origin.referrer);
  g_variant_dict_insert(&asked, CWK_FACT_DESTINATION, "s", origin.destination);
  g_variant_dict_insert(&asked, CWK_FACT_ACCEPT, "s", origin.accept);
  g_variant_dict_insert(&asked, CWK_FACT_IS_REDIRECT, "b", (gboolean)cwk_policy_is_redirect(decision));
  ask(view, CWK_MESSAGE_NAVIGATION, g_variant_dict_end(&asked), receive, context);
}

void cwk_view_find_choosing_frame(CWKView *view, CWKAskingFrameFn receive, void *context) {
  ask(view, CWK_MESSAGE_CHOOSER, g_variant_new(CWK_EMPTY_TYPE), receive, context);
}

void cwk_view_find_capturing_frame(CWKView *view, bool camera, bool microphone, CWKAskingFrameFn receive,
                                   void *context) {
  ask(view, CWK_MESSAGE_CAPTURE, g_variant_new(CWK_CAPTURE_TYPE, (gboolean)camera, (gboolean)microphone), receive,
      context);
}
