#include "senders.h"
#include "hidden_clicks.h"
#include "messages.h"
#include "page_calls.h"
#include "random_id.h"

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

// A document in one world. Its function `moved` owns it.
typedef struct {
  RandomId id;
  GWeakRef page;
  char *world;
  guint64 frame;
  gboolean is_main;
} Sender;

static void tell_view(Sender *self, WebKitDOMDocument *document) {
  g_autoptr(WebKitWebPage) page = g_weak_ref_get(&self->page);
  if (!page)
    return;
  g_autofree char *url = webkit_dom_document_get_url(document);
  g_autofree char *origin = webkit_dom_document_get_origin(document);
  GVariantDict facts;
  g_variant_dict_init(&facts, NULL);
  g_variant_dict_insert(&facts, CWK_FACT_ID, "s", self->id.text);
  g_variant_dict_insert(&facts, CWK_FACT_WORLD, "s", self->world);
  g_variant_dict_insert(&facts, CWK_FACT_URL, "s", url ? url : "");
  g_variant_dict_insert(&facts, CWK_FACT_ORIGIN, "s", origin ? origin : "");
  g_variant_dict_insert(&facts, CWK_FACT_FRAME, "t", self->frame);
  g_variant_dict_insert(&facts, CWK_FACT_IS_MAIN_FRAME, "b", self->is_main);
  WebKitUserMessage *message = webkit_user_message_new(CWK_MESSAGE_SENDER, g_variant_dict_end(&facts));
  webkit_web_page_send_message_to_view(page, message, NULL, NULL, NULL);
}

static gboolean end_sender(gpointer data) {
  Sender *self = data;
  g_autoptr(WebKitWebPage) page = g_weak_ref_get(&self->page);
  if (page)
    webkit_web_page_send_message_to_view(
        page, webkit_user_message_new(CWK_MESSAGE_SENDER_GONE, g_variant_new(CWK_TEXT_TYPE, self->id.text)), NULL, NULL,
        NULL);
  g_weak_ref_clear(&self->page);
  g_free(self->world);
  g_free(self);
  return G_SOURCE_REMOVE;
}

// Called while JavaScript's memory is swept, when no object of WebKit's may end.
static void release_sender(gpointer data) { g_idle_add(end_sender, data); }

static WebKitDOMDocument *document_in(JSCContext *context) {
  g_autoptr(JSCValue) value = jsc_context_get_value(context, "document");
  WebKitDOMNode *node = webkit_dom_node_for_js_value(value);
  return WEBKIT_DOM_IS_DOCUMENT(node) ? WEBKIT_DOM_DOCUMENT(node) : NULL;
}

// The document is looked up again. WebKit drops its own object for a document that goes to the back-forward cache, and
// while that object is held, it finds no other for the document that comes back.
static void on_moved(const GPtrArray *arguments, gpointer data) {
  (void)arguments;
  WebKitDOMDocument *document = document_in(jsc_context_get_current());
  if (document)
    tell_view(data, document);
}

void senders_offer(WebKitWebPage *page, WebKitFrame *frame, JSCContext *context, const char *world) {
  RandomId id;
  WebKitDOMDocument *document = document_in(context);
  if (!document || !random_id_make(&id))
    return;
  Sender *self = g_new0(Sender, 1);
  self->id = id;
  g_weak_ref_init(&self->page, page);
  self->world = g_strdup(world);
  self->frame = webkit_frame_get_id(frame);
  self->is_main = webkit_frame_is_main_frame(frame);
  tell_view(self, document);
  g_autoptr(JSCValue) offered = jsc_value_new_object(context, NULL, NULL);
  g_autoptr(JSCValue) text = jsc_value_new_string(context, id.text);
  g_autoptr(JSCValue) moved =
      jsc_value_new_function_variadic(context, "moved", G_CALLBACK(on_moved), self, release_sender, G_TYPE_NONE);
  jsc_value_object_set_property(offered, "id", text);
  jsc_value_object_set_property(offered, "moved", moved);
  g_autoptr(JSCValue) window = jsc_context_get_global_object(context);
  jsc_value_object_define_property_data(window, CWK_WINDOW_SENDER, JSC_VALUE_PROPERTY_CONFIGURABLE, offered);
}

static void on_document(WebKitScriptWorld *world, WebKitWebPage *page, WebKitFrame *frame, gpointer data) {
  (void)data;
  g_autoptr(JSCContext) context = webkit_frame_get_js_context_for_script_world(frame, world);
  senders_offer(page, frame, context, webkit_script_world_get_name(world));
  page_calls_watch(page, frame, context);
  hidden_clicks_watch(page, context);
}

static WebKitScriptWorld *watched_world(const char *name) {
  // Held for good: the view's worlds of a name are the world that was first made here.
  static GHashTable *watched;
  if (!watched)
    watched = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_object_unref);
  WebKitScriptWorld *world = g_hash_table_lookup(watched, name);
  if (world)
    return world;
  world = webkit_script_world_new_with_name(name);
  g_signal_connect(world, "window-object-cleared", G_CALLBACK(on_document), NULL);
  g_hash_table_insert(watched, g_strdup(name), world);
  return world;
}

void senders_watch_worlds(GVariant *worlds) {
  if (!worlds || !g_variant_is_of_type(worlds, G_VARIANT_TYPE_STRING_ARRAY))
    return;
  GVariantIter names;
  const char *name = NULL;
  g_variant_iter_init(&names, worlds);
  while (g_variant_iter_next(&names, "&s", &name))
    watched_world(name);
}

JSCContext *senders_context(WebKitFrame *frame, const char *world) {
  return *world ? webkit_frame_get_js_context_for_script_world(frame, watched_world(world))
                : webkit_frame_get_js_context(frame);
}
