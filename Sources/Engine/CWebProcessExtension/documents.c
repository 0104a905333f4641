#include "documents.h"
#include "actions.h"
#include "archives.h"
#include "channel.h"
#include "files.h"
#include "hidden_clicks.h"
#include "hosts.h"
#include "identity.h"
#include "messages.h"
#include "page_calls.h"
#include "pending_navigations.h"
#include "senders.h"
#include "user_agents.h"

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

// A frame other than the main one.
typedef struct {
  WebKitFrame *frame;
  // Held: WebKit drops its own object for a document that goes to the back-forward cache.
  WebKitDOMDocument *document;
} Subframe;

static GQuark subframes_quark(void) { return g_quark_from_static_string("swwebview-subframes"); }

// MARK: Frames

static void free_subframe(gpointer data) {
  Subframe *self = data;
  g_clear_object(&self->document);
  g_free(self);
}

static void forget_frame(gpointer data, GObject *frame) {
  GPtrArray *subframes = data;
  for (guint i = 0; i < subframes->len; i++) {
    Subframe *known = subframes->pdata[i];
    if ((GObject *)known->frame != frame)
      continue;
    g_ptr_array_remove_index_fast(subframes, i);
    return;
  }
}

static void free_subframes(gpointer data) {
  GPtrArray *subframes = data;
  for (guint i = 0; i < subframes->len; i++)
    g_object_weak_unref(G_OBJECT(((Subframe *)subframes->pdata[i])->frame), forget_frame, subframes);
  g_ptr_array_unref(subframes);
}

static Subframe *subframe_of(GPtrArray *subframes, WebKitFrame *frame) {
  for (guint i = 0; i < subframes->len; i++)
    if (((Subframe *)subframes->pdata[i])->frame == frame)
      return subframes->pdata[i];
  Subframe *added = g_new0(Subframe, 1);
  added->frame = frame;
  g_ptr_array_add(subframes, added);
  g_object_weak_ref(G_OBJECT(frame), forget_frame, subframes);
  return added;
}

static void remember(WebKitWebPage *page, WebKitFrame *frame, WebKitDOMDocument *document) {
  GPtrArray *subframes = g_object_get_qdata(G_OBJECT(page), subframes_quark());
  if (!subframes) {
    subframes = g_ptr_array_new_with_free_func(free_subframe);
    g_object_set_qdata_full(G_OBJECT(page), subframes_quark(), subframes, free_subframes);
  }
  g_set_object(&subframe_of(subframes, frame)->document, document);
}

// Whether a frame belongs to the page that is shown. The frames of a page in the back-forward cache are not under its
// top.
static gboolean is_shown(const Subframe *subframe, WebKitDOMDocument *main) {
  if (!subframe->document)
    return FALSE;
  g_autoptr(WebKitDOMDOMWindow) top = main ? webkit_dom_document_get_default_view(main) : NULL;
  g_autoptr(WebKitDOMDOMWindow) window = webkit_dom_document_get_default_view(subframe->document);
  g_autoptr(WebKitDOMDOMWindow) own_top = window ? webkit_dom_dom_window_get_top(window) : NULL;
  return top && own_top == top;
}

WebKitFrame *documents_frame(WebKitWebPage *page, guint64 id) {
  WebKitFrame *main = webkit_web_page_get_main_frame(page);
  if (main && webkit_frame_get_id(main) == id)
    return main;
  const GPtrArray *subframes = g_object_get_qdata(G_OBJECT(page), subframes_quark());
  for (guint i = 0; subframes && i < subframes->len; i++) {
    const Subframe *subframe = subframes->pdata[i];
    if (webkit_frame_get_id(subframe->frame) == id)
      return is_shown(subframe, webkit_web_page_get_dom_document(page)) ? subframe->frame : NULL;
  }
  return NULL;
}

static WebKitFrame *known_frame_of(WebKitWebPage *page, WebKitDOMDocument *document) {
  if (document == webkit_web_page_get_dom_document(page))
    return webkit_web_page_get_main_frame(page);
  const GPtrArray *subframes = g_object_get_qdata(G_OBJECT(page), subframes_quark());
  for (guint i = 0; subframes && i < subframes->len; i++)
    if (((Subframe *)subframes->pdata[i])->document == document)
      return ((Subframe *)subframes->pdata[i])->frame;
  return NULL;
}

// MARK: Frames before their scripts

// The document that reveal() asks for.
static WebKitDOMDocument *revealed;

static void on_revealed(WebKitScriptWorld *world, WebKitWebPage *page, WebKitFrame *frame, gpointer data) {
  (void)world, (void)data;
  if (revealed && !webkit_frame_is_main_frame(frame))
    remember(page, frame, revealed);
}

// Has WebKit report the frame of a document in which no script has run, such as the empty document of a frame that
// loads. The script world is the extension's own: the page's scripts see nothing of it.
static void reveal(WebKitWebPage *page, WebKitDOMDocument *document) {
  static WebKitScriptWorld *world;
  if (!world) {
    world = webkit_script_world_new();
    g_signal_connect(world, "window-object-cleared", G_CALLBACK(on_revealed), NULL);
  }
  g_autoptr(WebKitDOMDOMWindow) window = webkit_dom_document_get_default_view(document);
  WebKitDOMElement *element = window ? webkit_dom_dom_window_get_frame_element(window) : NULL;
  WebKitDOMDocument *owner = element ? webkit_dom_node_get_owner_document(WEBKIT_DOM_NODE(element)) : NULL;
  WebKitFrame *parent = owner ? known_frame_of(page, owner) : NULL;
  if (!parent)
    return;
  g_autoptr(JSCValue) value =
      webkit_frame_get_js_value_for_dom_object_in_script_world(parent, WEBKIT_DOM_OBJECT(element), world);
  revealed = document;
  g_autoptr(JSCValue) content = value ? jsc_value_object_get_property(value, "contentWindow") : NULL;
  revealed = NULL;
}

WebKitFrame *documents_frame_of(WebKitWebPage *page, WebKitDOMDocument *document) {
  WebKitFrame *frame = known_frame_of(page, document);
  if (frame)
    return frame;
  reveal(page, document);
  return known_frame_of(page, document);
}

// MARK: Frames without scripts

WebKitDOMDocument *documents_content_of(WebKitDOMNode *node) {
  if (WEBKIT_DOM_IS_HTML_IFRAME_ELEMENT(node))
    return webkit_dom_html_iframe_element_get_content_document(WEBKIT_DOM_HTML_IFRAME_ELEMENT(node));
  if (WEBKIT_DOM_IS_HTML_FRAME_ELEMENT(node))
    return webkit_dom_html_frame_element_get_content_document(WEBKIT_DOM_HTML_FRAME_ELEMENT(node));
  if (WEBKIT_DOM_IS_HTML_OBJECT_ELEMENT(node))
    return webkit_dom_html_object_element_get_content_document(WEBKIT_DOM_HTML_OBJECT_ELEMENT(node));
  return NULL;
}

WebKitDOMDocument *documents_parent_of(WebKitDOMDocument *document) {
  g_autoptr(WebKitDOMDOMWindow) window = webkit_dom_document_get_default_view(document);
  g_autoptr(WebKitDOMDOMWindow) parent = window ? webkit_dom_dom_window_get_parent(window) : NULL;
  return parent && parent != window ? webkit_dom_dom_window_get_document(parent) : NULL;
}

static gboolean has_foreign_origin(WebKitDOMDocument *document) {
  g_autofree char *origin = webkit_dom_document_get_origin(document);
  return !origin || !hosts_is_bridged(origin);
}

// Adds the documents of foreign frames that are not there yet. WebKit reports no document in which scripts may not run.
static void add_silent(GPtrArray *documents) {
  for (guint i = 0; i < documents->len; i++) {
    g_autoptr(WebKitDOMDOMWindow) window = webkit_dom_document_get_default_view(documents->pdata[i]);
    if (!window || webkit_dom_dom_window_get_length(window) == 0)
      continue;
    g_autoptr(WebKitDOMNodeList) frames =
        webkit_dom_document_query_selector_all(documents->pdata[i], "iframe,frame,object", NULL);
    gulong count = frames ? webkit_dom_node_list_get_length(frames) : 0;
    for (gulong j = 0; j < count; j++) {
      WebKitDOMDocument *document = documents_content_of(webkit_dom_node_list_item(frames, j));
      if (document && has_foreign_origin(document) && !g_ptr_array_find(documents, document, NULL))
        g_ptr_array_add(documents, document);
    }
  }
}

GPtrArray *documents_of(WebKitWebPage *page) {
  GPtrArray *documents = g_ptr_array_new();
  WebKitDOMDocument *main = webkit_web_page_get_dom_document(page);
  if (!main)
    return documents;
  g_ptr_array_add(documents, main);
  const GPtrArray *subframes = g_object_get_qdata(G_OBJECT(page), subframes_quark());
  g_autoptr(WebKitDOMDOMWindow) top = subframes && subframes->len ? webkit_dom_document_get_default_view(main) : NULL;
  for (guint i = 0; top && i < subframes->len; i++) {
    WebKitDOMDocument *document = ((Subframe *)subframes->pdata[i])->document;
    g_autoptr(WebKitDOMDOMWindow) window = document ? webkit_dom_document_get_default_view(document) : NULL;
    g_autoptr(WebKitDOMDOMWindow) own_top = window ? webkit_dom_dom_window_get_top(window) : NULL;
    // The frames of a page in the back-forward cache are not under this top.
    if (own_top && own_top == top)
      g_ptr_array_add(documents, document);
  }
  add_silent(documents);
  return documents;
}

// MARK: Ids

// WebKit's own function for the opener crashes where there is none. No script has run in the window yet.
static gboolean has_opener(JSCValue *global) {
  g_autoptr(JSCValue) opener = jsc_value_object_get_property(global, "opener");
  return jsc_value_is_object(opener);
}

// Tells the view what a document is, which no script can say of its own. The message arrives before anything that the
// document's scripts post or ask for.
static void tell_view(WebKitWebPage *page, WebKitFrame *frame, WebKitDOMDocument *document, JSCValue *global,
                      const char *origin, const char *identity) {
  gboolean is_main = webkit_frame_is_main_frame(frame);
  g_autoptr(WebKitDOMDOMWindow) window = webkit_dom_document_get_default_view(document);
  g_autoptr(WebKitDOMDOMWindow) maker = NULL;
  if (window && !is_main)
    maker = webkit_dom_dom_window_get_parent(window);
  else if (window && has_opener(global))
    maker = webkit_dom_dom_window_get_opener(window);
  WebKitDOMDocument *creator = maker ? webkit_dom_dom_window_get_document(maker) : NULL;
  const char *creator_identity = creator ? identity_id(creator) : NULL;
  g_autofree char *url = webkit_dom_document_get_url(document);
  GVariantDict facts;
  g_variant_dict_init(&facts, NULL);
  g_variant_dict_insert(&facts, CWK_FACT_ID, "s", identity);
  g_variant_dict_insert(&facts, CWK_FACT_URL, "s", url ? url : "");
  g_variant_dict_insert(&facts, CWK_FACT_ORIGIN, "s", origin);
  g_variant_dict_insert(&facts, CWK_FACT_CREATOR, "s", creator_identity ? creator_identity : "");
  g_variant_dict_insert(&facts, CWK_FACT_IS_MAIN_FRAME, "b", is_main);
  g_variant_dict_insert(&facts, CWK_FACT_HAS_OPENER, "b", is_main && maker);
  WebKitUserMessage *message = webkit_user_message_new(CWK_MESSAGE_DOCUMENT, g_variant_dict_end(&facts));
  webkit_web_page_send_message_to_view(page, message, NULL, NULL, NULL);
}

// Called once a document, before its scripts and outside of layout: here the page's objects may be touched.
static void on_document(WebKitScriptWorld *world, WebKitWebPage *page, WebKitFrame *frame, gpointer data) {
  (void)world, (void)data;
  g_autoptr(JSCContext) context = webkit_frame_get_js_context(frame);
  senders_offer(page, frame, context, "");
  page_calls_watch(page, frame, context);
  hidden_clicks_watch(page, context);
  g_autoptr(JSCValue) value = jsc_context_get_value(context, "document");
  WebKitDOMNode *node = webkit_dom_node_for_js_value(value);
  if (!WEBKIT_DOM_IS_DOCUMENT(node))
    return;
  WebKitDOMDocument *document = WEBKIT_DOM_DOCUMENT(node);
  pending_navigations_end(page, frame, document);
  if (webkit_frame_is_main_frame(frame)) {
    files_begin_document(page, document);
    archives_begin_document(page, document);
  } else {
    remember(page, frame, document);
  }
  actions_begin_document(page, document);
  user_agents_begin_document(page, context);
  // A sandboxed frame has no origin, and no bridge.
  g_autofree char *origin = webkit_dom_document_get_origin(document);
  const char *identity = identity_renew(document, origin && hosts_is_bridged(origin));
  if (!identity)
    return;
  g_autoptr(JSCValue) window = jsc_context_get_global_object(context);
  tell_view(page, frame, document, window, origin, identity);
  g_autoptr(JSCValue) id = jsc_value_new_string(context, identity);
  jsc_value_object_define_property_data(window, CWK_WINDOW_DOCUMENT, JSC_VALUE_PROPERTY_CONFIGURABLE, id);
  channel_offer(page, frame, identity);
}

void documents_watch(void) {
  g_signal_connect(webkit_script_world_get_default(), "window-object-cleared", G_CALLBACK(on_document), NULL);
}
