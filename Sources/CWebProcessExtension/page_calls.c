#include "page_calls.h"

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

// A function of a window. The function that stands before it owns the object.
typedef struct {
  GWeakRef page, frame;
  // WebKit's own function.
  JSCValue *function;
} PageCall;

static gboolean end_call(gpointer data) {
  PageCall *self = data;
  g_weak_ref_clear(&self->page);
  g_weak_ref_clear(&self->frame);
  g_object_unref(self->function);
  g_free(self);
  return G_SOURCE_REMOVE;
}

// Called while JavaScript's memory is swept, when no object of WebKit's may end.
static void release_call(gpointer data) { g_idle_add(end_call, data); }

// The document that the frame shows now. A window can have shown the empty document before.
static WebKitDOMDocument *document_of(WebKitFrame *frame) {
  g_autoptr(JSCContext) context = webkit_frame_get_js_context(frame);
  g_autoptr(JSCValue) value = jsc_context_get_value(context, "document");
  WebKitDOMNode *node = webkit_dom_node_for_js_value(value);
  return WEBKIT_DOM_IS_DOCUMENT(node) ? WEBKIT_DOM_DOCUMENT(node) : NULL;
}

// The third argument of `open`, or an empty text. Its conversion to a text may run a script: only a text is read.
static char *features_of(const GPtrArray *arguments) {
  JSCValue *value = arguments->len > 2 ? arguments->pdata[2] : NULL;
  return value && jsc_value_is_string(value) ? jsc_value_to_string(value) : g_strdup("");
}

static void tell_view(PageCall *self, const GPtrArray *arguments) {
  g_autoptr(WebKitWebPage) page = g_weak_ref_get(&self->page);
  g_autoptr(WebKitFrame) frame = g_weak_ref_get(&self->frame);
  WebKitDOMDocument *document = page && frame ? document_of(frame) : NULL;
  if (!document)
    return;
  g_autofree char *url = webkit_dom_document_get_url(document);
  g_autofree char *origin = webkit_dom_document_get_origin(document);
  g_autofree char *features = features_of(arguments);
  g_autofree char *valid = g_utf8_make_valid(features, -1);
  GVariant *facts = g_variant_new("((tssb)s)", webkit_frame_get_id(frame), url ? url : "", origin ? origin : "",
                                  webkit_frame_is_main_frame(frame), valid);
  webkit_web_page_send_message_to_view(page, webkit_user_message_new("swwebview-call", facts), NULL, NULL, NULL);
}

static void tell_end(PageCall *self) {
  g_autoptr(WebKitWebPage) page = g_weak_ref_get(&self->page);
  if (page)
    webkit_web_page_send_message_to_view(page, webkit_user_message_new("swwebview-call-ended", g_variant_new("()")),
                                         NULL, NULL, NULL);
}

static JSCValue *on_call(const GPtrArray *arguments, gpointer data) {
  PageCall *self = data;
  tell_view(self, arguments);
  JSCValue *result = jsc_value_function_callv(self->function, arguments->len, (JSCValue **)arguments->pdata);
  tell_end(self);
  return result;
}

static void watch(WebKitWebPage *page, WebKitFrame *frame, JSCContext *context, const char *name) {
  g_autoptr(JSCValue) window = jsc_context_get_global_object(context);
  g_autoptr(JSCValue) function = jsc_value_object_get_property(window, name);
  if (!jsc_value_is_function(function))
    return;
  PageCall *self = g_new0(PageCall, 1);
  g_weak_ref_init(&self->page, page);
  g_weak_ref_init(&self->frame, frame);
  self->function = g_object_ref(function);
  g_autoptr(JSCValue) before =
      jsc_value_new_function_variadic(context, name, G_CALLBACK(on_call), self, release_call, JSC_TYPE_VALUE);
  jsc_value_object_define_property_data(
      window, name, JSC_VALUE_PROPERTY_CONFIGURABLE | JSC_VALUE_PROPERTY_ENUMERABLE | JSC_VALUE_PROPERTY_WRITABLE,
      before);
}

void page_calls_watch(WebKitWebPage *page, WebKitFrame *frame, JSCContext *context) {
  static const char *const names[] = {"alert", "confirm", "prompt", "open"};
  for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
    watch(page, frame, context, names[i]);
}
