#include "frame_scripts.h"
#include "documents.h"
#include "frame_value.h"
#include "messages.h"
#include "senders.h"

// A script that runs, or whose promise is awaited.
typedef struct {
  int references;
  // NULL when the reply was sent.
  WebKitUserMessage *message;
} Call;

static void reply(Call *call, guint32 failure, const char *text) {
  if (!call->message)
    return;
  g_autofree char *valid = g_utf8_make_valid(text ? text : "", -1);
  webkit_user_message_send_reply(
      call->message,
      webkit_user_message_new(CWK_MESSAGE_SCRIPT_RESULT, g_variant_new(CWK_SCRIPT_RESULT_TYPE, failure, valid)));
  g_clear_object(&call->message);
}

static void reply_value(Call *call, JSCValue *value) {
  g_autofree char *text = frame_value_text(value);
  reply(call, text ? 0 : CWK_FRAME_SCRIPT_NO_VALUE, text);
}

static gboolean end_call(gpointer data) {
  Call *call = data;
  reply(call, CWK_FRAME_SCRIPT_ABANDONED, NULL);
  g_free(call);
  return G_SOURCE_REMOVE;
}

// Called while JavaScript's memory is swept, when no object of WebKit's may end.
static void release_call(gpointer data) {
  Call *call = data;
  if (--call->references == 0)
    g_idle_add(end_call, call);
}

static void reply_exception(Call *call, JSCContext *context) {
  JSCException *exception = jsc_context_get_exception(context);
  const char *source = jsc_exception_get_source_uri(exception), *name = jsc_exception_get_name(exception);
  guint line = jsc_exception_get_line_number(exception), column = jsc_exception_get_column_number(exception);
  g_autoptr(GString) text = g_string_new(NULL);
  if (line)
    g_string_append_printf(text, "%s:%u:%u: ", source ? source : "", line, column);
  if (name)
    g_string_append_printf(text, "%s: ", name);
  const char *message = jsc_exception_get_message(exception);
  g_string_append(text, message ? message : "");
  jsc_context_clear_exception(context);
  reply(call, CWK_FRAME_SCRIPT_EXCEPTION, text->str);
}

static void on_fulfilled(JSCValue *value, gpointer data) { reply_value(data, value); }

static void on_rejected(JSCValue *reason, gpointer data) {
  JSCContext *context = jsc_value_get_context(reason);
  g_autofree char *text = jsc_value_to_string(reason);
  jsc_context_clear_exception(context);
  reply(data, CWK_FRAME_SCRIPT_EXCEPTION, text);
}

static JSCValue *settling(JSCContext *context, GCallback callback, Call *call) {
  call->references++;
  return jsc_value_new_function(context, NULL, callback, call, release_call, G_TYPE_NONE, 1, JSC_TYPE_VALUE);
}

static void await(Call *call, JSCContext *context, JSCValue *promise) {
  g_autoptr(JSCValue) fulfilled = settling(context, G_CALLBACK(on_fulfilled), call);
  g_autoptr(JSCValue) rejected = settling(context, G_CALLBACK(on_rejected), call);
  g_autoptr(JSCValue) chained =
      jsc_value_object_invoke_method(promise, "then", JSC_TYPE_VALUE, fulfilled, JSC_TYPE_VALUE, rejected, G_TYPE_NONE);
  if (jsc_context_get_exception(context))
    reply_exception(call, context);
}

static void run(Call *call, JSCContext *context, GVariant *asked) {
  const char *source = "";
  gboolean is_call = FALSE;
  g_variant_lookup(asked, CWK_FACT_SOURCE, "&s", &source);
  g_variant_lookup(asked, CWK_FACT_IS_CALL, "b", &is_call);
  g_autoptr(GVariant) script = g_variant_lookup_value(asked, CWK_FACT_SCRIPT, G_VARIANT_TYPE_BYTESTRING);
  gsize length = 0;
  const char *text = script ? g_variant_get_fixed_array(script, &length, 1) : NULL;
  g_autoptr(JSCValue) value =
      jsc_context_evaluate_with_source_uri(context, text ? text : "", (gssize)length, source, 1);
  if (jsc_context_get_exception(context))
    reply_exception(call, context);
  else if (is_call)
    await(call, context, value);
  else
    reply_value(call, value);
}

static gboolean on_message(WebKitWebPage *page, WebKitUserMessage *message, gpointer data) {
  (void)data;
  GVariant *asked = webkit_user_message_get_parameters(message);
  if (g_strcmp0(webkit_user_message_get_name(message), CWK_MESSAGE_SCRIPT) != 0 || !asked ||
      !g_variant_is_of_type(asked, G_VARIANT_TYPE(CWK_FACTS_TYPE)))
    return FALSE;
  Call *call = g_new(Call, 1);
  *call = (Call){1, g_object_ref(message)};
  guint64 id = 0;
  const char *world = "";
  g_variant_lookup(asked, CWK_FACT_FRAME, "t", &id);
  g_variant_lookup(asked, CWK_FACT_WORLD, "&s", &world);
  WebKitFrame *frame = documents_frame(page, id);
  g_autoptr(JSCContext) context = frame ? senders_context(frame, world) : NULL;
  if (context)
    run(call, context, asked);
  else
    reply(call, CWK_FRAME_SCRIPT_NO_FRAME, NULL);
  release_call(call);
  return TRUE;
}

void frame_scripts_watch(WebKitWebPage *page) {
  g_signal_connect(page, "user-message-received", G_CALLBACK(on_message), NULL);
}
