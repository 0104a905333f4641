#include "page_calls.h"
#include "messages.h"

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

// A function of a window. The function that stands before it owns the object.
typedef struct {
  GWeakRef page, frame;
  // WebKit's own function. The function before it keeps it: a strong value would keep the window for good.
  JSCWeakValue *function;
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
  GVariant *facts = g_variant_new(CWK_FRAME_TEXT_TYPE, webkit_frame_get_id(frame), url ? url : "", origin ? origin : "",
                                  webkit_frame_is_main_frame(frame), valid);
  webkit_web_page_send_message_to_view(page, webkit_user_message_new(CWK_MESSAGE_CALL, facts), NULL, NULL, NULL);
}

static void tell_end(PageCall *self) {
  g_autoptr(WebKitWebPage) page = g_weak_ref_get(&self->page);
  if (page)
    webkit_web_page_send_message_to_view(
        page, webkit_user_message_new(CWK_MESSAGE_CALL_ENDED, g_variant_new(CWK_EMPTY_TYPE)), NULL, NULL, NULL);
}

static JSCValue *on_call(const GPtrArray *arguments, gpointer data) {
  PageCall *self = data;
  tell_view(self, arguments);
  g_autoptr(JSCValue) function = jsc_weak_value_get_value(self->function);
  JSCValue *result =
      function ? jsc_value_function_callv(function, arguments->len, (JSCValue **)arguments->pdata) : NULL;
  tell_end(self);
  return result;
}

// Has a function keep another one, in a private field, which no script sees.
static const char keeping[] = "((keeper, kept) => {\n"
                              "  new (class extends (function (value) { return value; }) {\n"
                              "    #kept;\n"
                              "    constructor() { super(keeper); this.#kept = kept; }\n"
                              "  })();\n"
                              "})";

static void watch(WebKitWebPage *page, WebKitFrame *frame, JSCContext *context, JSCValue *keep, const char *name) {
  g_autoptr(JSCValue) window = jsc_context_get_global_object(context);
  g_autoptr(JSCValue) function = jsc_value_object_get_property(window, name);
  if (!jsc_value_is_function(function))
    return;
  PageCall *self = g_new0(PageCall, 1);
  g_weak_ref_init(&self->page, page);
  g_weak_ref_init(&self->frame, frame);
  self->function = jsc_weak_value_new(function);
  g_autoptr(JSCValue) before =
      jsc_value_new_function_variadic(context, name, G_CALLBACK(on_call), self, release_call, JSC_TYPE_VALUE);
  JSCValue *pair[] = {before, function};
  g_autoptr(JSCValue) nothing = jsc_value_function_callv(keep, G_N_ELEMENTS(pair), pair);
  jsc_value_object_define_property_data(
      window, name, JSC_VALUE_PROPERTY_CONFIGURABLE | JSC_VALUE_PROPERTY_ENUMERABLE | JSC_VALUE_PROPERTY_WRITABLE,
      before);
}

void page_calls_watch(WebKitWebPage *page, WebKitFrame *frame, JSCContext *context) {
  static const char *const names[] = {"alert", "confirm", "prompt", "open"};
  g_autoptr(JSCValue) keep = jsc_context_evaluate(context, keeping, sizeof keeping - 1);
  for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
    watch(page, frame, context, keep, names[i]);
}
