#include "actions.h"
#include "frame_facts.h"
#include "links.h"
#include "messages.h"

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

enum { ACTION_LIMIT = 8 };

static GQuark actions_quark(void) { return g_quark_from_static_string("swwebview-actions"); }

static void free_action(gpointer data) {
  Action *self = data;
  g_weak_ref_clear(&self->document);
  g_weak_ref_clear(&self->element);
  g_free(self->address);
  g_free(self);
}

static void free_actions(gpointer data) { g_queue_free_full(data, free_action); }

GQueue *actions_of(WebKitWebPage *page) {
  GQueue *actions = g_object_get_qdata(G_OBJECT(page), actions_quark());
  if (!actions) {
    actions = g_queue_new();
    g_object_set_qdata_full(G_OBJECT(page), actions_quark(), actions, free_actions);
  }
  return actions;
}

static void record(WebKitWebPage *page, ActionKind kind, WebKitDOMDocument *document, gpointer element, char *address) {
  Action *action = g_new0(Action, 1);
  action->kind = kind;
  g_weak_ref_init(&action->document, document);
  g_weak_ref_init(&action->element, element);
  action->address = address;
  GQueue *actions = actions_of(page);
  g_queue_push_head(actions, action);
  if (g_queue_get_length(actions) > ACTION_LIMIT)
    free_action(g_queue_pop_tail(actions));
}

// MARK: Clicks

// Tells the view of a click, which can open a window: the view must then answer at once, and cannot ask.
static void tell_view(WebKitWebPage *page, WebKitDOMDocument *document, const char *address) {
  GVariant *facts = g_variant_new(CWK_FRAME_TEXT_WRITE, frame_facts(page, document), address ? address : "");
  webkit_web_page_send_message_to_view(page, webkit_user_message_new(CWK_MESSAGE_CLICK, facts), NULL, NULL, NULL);
}

static gboolean is_repeated(WebKitWebPage *page, WebKitDOMDocument *document) {
  Action *last = g_queue_peek_head(actions_of(page));
  if (!last || last->kind != ACTION_CLICK)
    return FALSE;
  g_autoptr(GObject) element = g_weak_ref_get(&last->element);
  g_autoptr(GObject) known = last->address || element ? NULL : g_weak_ref_get(&last->document);
  return known == G_OBJECT(document);
}

// Records a click on a link, a file input or inside of a link. Returns whether the click is one of these.
static gboolean record_click(WebKitWebPage *page, WebKitDOMDocument *document, WebKitDOMNode *target) {
  WebKitDOMElement *link = link_around(target);
  gpointer element = link ? (gpointer)link : is_file_input(target) ? (gpointer)target : NULL;
  if (!element)
    return FALSE;
  char *address = link ? link_address(link) : NULL;
  tell_view(page, document, address);
  record(page, ACTION_CLICK, document, element, address);
  return TRUE;
}

void actions_note_click(WebKitWebPage *page, WebKitDOMNode *target) {
  WebKitDOMDocument *document = webkit_dom_node_get_owner_document(target);
  if (document)
    record_click(page, document, target);
}

static gboolean on_click(WebKitDOMEventTarget *window, WebKitDOMEvent *event, gpointer data) {
  (void)window;
  WebKitDOMEventTarget *target = webkit_dom_event_get_target(event);
  if (!WEBKIT_DOM_IS_NODE(target)) {
    g_object_unref(target);
    return FALSE;
  }
  WebKitDOMDocument *document = WEBKIT_DOM_IS_DOCUMENT(target)
                                    ? WEBKIT_DOM_DOCUMENT(target)
                                    : webkit_dom_node_get_owner_document(WEBKIT_DOM_NODE(target));
  if (!document)
    return FALSE;
  g_autofree char *type = webkit_dom_event_get_event_type(event);
  if (g_strcmp0(type, "click") == 0 && record_click(data, document, WEBKIT_DOM_NODE(target)))
    return FALSE;
  if (is_repeated(data, document))
    return FALSE;
  tell_view(data, document, NULL);
  record(data, ACTION_CLICK, document, NULL, NULL);
  return FALSE;
}

void actions_begin_document(WebKitWebPage *page, WebKitDOMDocument *document) {
  g_autoptr(WebKitDOMDOMWindow) window = webkit_dom_document_get_default_view(document);
  if (!window)
    return;
  // Each of them lets a script open a window or a panel.
  static const char *const types[] = {"click", "mousedown", "keydown"};
  for (size_t i = 0; i < G_N_ELEMENTS(types); i++)
    webkit_dom_event_target_add_event_listener_with_closure(
        WEBKIT_DOM_EVENT_TARGET(window), types[i], g_cclosure_new_object(G_CALLBACK(on_click), G_OBJECT(page)), TRUE);
  // The listeners live as long as this object for the window.
  g_object_set_qdata_full(G_OBJECT(document), g_quark_from_static_string("swwebview-clicked-window"),
                          g_steal_pointer(&window), g_object_unref);
}

// MARK: Forms

static void on_submit(WebKitWebFormManager *manager, JSCValue *form, WebKitFrame *source, WebKitFrame *target,
                      gpointer data) {
  (void)manager, (void)source, (void)target;
  WebKitDOMNode *node = webkit_dom_node_for_js_value(form);
  WebKitDOMDocument *document = node ? webkit_dom_node_get_owner_document(node) : NULL;
  if (document)
    record(data, ACTION_SUBMIT, document, G_OBJECT(node), NULL);
}

void actions_watch(WebKitWebPage *page) {
  g_signal_connect(webkit_web_page_get_form_manager(page, NULL), "will-send-submit-event", G_CALLBACK(on_submit), page);
}
