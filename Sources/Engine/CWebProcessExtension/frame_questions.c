#include "frame_questions.h"
#include "actions.h"
#include "documents.h"
#include "frame_facts.h"
#include "links.h"
#include "messages.h"
#include "navigated_frame.h"
#include <string.h>

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

static void add_frame(GVariantDict *answer, const char *name, WebKitWebPage *page, WebKitDOMDocument *document) {
  if (document)
    g_variant_dict_insert_value(answer, name, frame_facts(page, document));
}

static const char *text(GVariant *asked, const char *name) {
  const char *value = "";
  g_variant_lookup(asked, name, "&s", &value);
  return value;
}

static void answer_navigation(WebKitWebPage *page, GVariant *asked, GVariantDict *answer) {
  gint32 type = 0;
  gboolean is_redirect = FALSE;
  g_variant_lookup(asked, CWK_FACT_TYPE, "i", &type);
  g_variant_lookup(asked, CWK_FACT_IS_REDIRECT, "b", &is_redirect);
  Navigation navigation = {.uri = text(asked, CWK_FACT_URI),
                           .referrer = text(asked, CWK_FACT_REFERRER),
                           .destination = text(asked, CWK_FACT_DESTINATION),
                           .accept = text(asked, CWK_FACT_ACCEPT),
                           .type = type,
                           .is_redirect = is_redirect};
  NavigatedFrame found = navigated_frame_find(page, &navigation);
  add_frame(answer, CWK_FACT_SOURCE, page, found.source);
  add_frame(answer, CWK_FACT_TARGET, page, found.target);
  g_variant_dict_insert(answer, CWK_FACT_IS_SUBFRAME, "b", found.is_subframe);
  g_autofree char *download = found.download;
  if (download)
    g_variant_dict_insert(answer, CWK_FACT_DOWNLOAD, "s", download);
  g_autofree char *policy = found.referrer_policy;
  if (policy)
    g_variant_dict_insert(answer, CWK_FACT_REFERRER_POLICY, "s", policy);
}

// MARK: File inputs

// Without a click WebKit opens no panel. Where the latest click is not on a file input, the input is in a closed shadow
// tree that HTML declares.
static void answer_chooser(WebKitWebPage *page, GVariant *asked, GVariantDict *answer) {
  (void)asked;
  for (GList *item = actions_of(page)->head; item; item = item->next) {
    Action *action = item->data;
    g_autoptr(WebKitDOMDocument) document = action->kind == ACTION_CLICK ? g_weak_ref_get(&action->document) : NULL;
    if (!document)
      continue;
    g_autoptr(GObject) element = g_weak_ref_get(&action->element);
    gboolean is_directory = element && is_file_input(element) &&
                            webkit_dom_element_has_attribute(WEBKIT_DOM_ELEMENT(element), "webkitdirectory");
    add_frame(answer, CWK_FACT_SOURCE, page, document);
    g_variant_dict_insert(answer, CWK_FACT_IS_DIRECTORY, "b", is_directory);
    return;
  }
}

// MARK: Cameras and microphones

// Returns whether the policy of a frame's element lets a document of another origin have a feature.
static gboolean is_allowed(WebKitDOMElement *element, const char *feature) {
  g_autofree char *allow = element ? webkit_dom_element_get_attribute(element, "allow") : NULL;
  return allow && strstr(allow, feature);
}

static gboolean may_capture(WebKitDOMDocument *document, const char *origin, gboolean camera, gboolean microphone) {
  g_autofree char *own = webkit_dom_document_get_origin(document);
  if (g_strcmp0(own, origin) == 0)
    return TRUE;
  g_autoptr(WebKitDOMDOMWindow) window = webkit_dom_document_get_default_view(document);
  WebKitDOMElement *element = window ? webkit_dom_dom_window_get_frame_element(window) : NULL;
  return (!camera || is_allowed(element, "camera")) && (!microphone || is_allowed(element, "microphone"));
}

// Finds the only document that may capture; of several the one of the latest click.
static void answer_capture(WebKitWebPage *page, GVariant *asked, GVariantDict *answer) {
  gboolean camera = FALSE, microphone = FALSE;
  g_variant_get(asked, CWK_CAPTURE_TYPE, &camera, &microphone);
  g_autoptr(GPtrArray) documents = documents_of(page);
  g_autofree char *origin = documents->len ? webkit_dom_document_get_origin(documents->pdata[0]) : NULL;
  for (guint i = 0; i < documents->len;)
    if (may_capture(documents->pdata[i], origin, camera, microphone))
      i++;
    else
      g_ptr_array_remove_index(documents, i);
  for (GList *item = actions_of(page)->head; item && documents->len > 1; item = item->next) {
    Action *action = item->data;
    g_autoptr(WebKitDOMDocument) clicked = action->kind == ACTION_CLICK ? g_weak_ref_get(&action->document) : NULL;
    if (clicked && g_ptr_array_find(documents, clicked, NULL))
      return add_frame(answer, CWK_FACT_SOURCE, page, clicked);
  }
  add_frame(answer, CWK_FACT_SOURCE, page, documents->len ? documents->pdata[0] : NULL);
}

// MARK: Messages

static const struct {
  const char *name, *type;
  void (*answer)(WebKitWebPage *page, GVariant *asked, GVariantDict *answer);
} questions[] = {
    {CWK_MESSAGE_NAVIGATION, CWK_FACTS_TYPE, answer_navigation},
    {CWK_MESSAGE_CHOOSER, CWK_EMPTY_TYPE, answer_chooser},
    {CWK_MESSAGE_CAPTURE, CWK_CAPTURE_TYPE, answer_capture},
};

static gboolean on_message(WebKitWebPage *page, WebKitUserMessage *message, gpointer data) {
  (void)data;
  const char *name = webkit_user_message_get_name(message);
  GVariant *asked = webkit_user_message_get_parameters(message);
  for (size_t i = 0; asked && i < G_N_ELEMENTS(questions); i++) {
    if (strcmp(name, questions[i].name) != 0 || !g_variant_is_of_type(asked, (const GVariantType *)questions[i].type))
      continue;
    GVariantDict answer;
    g_variant_dict_init(&answer, NULL);
    questions[i].answer(page, asked, &answer);
    webkit_user_message_send_reply(message, webkit_user_message_new(name, g_variant_dict_end(&answer)));
    return TRUE;
  }
  return FALSE;
}

void frame_questions_watch(WebKitWebPage *page) {
  g_signal_connect(page, "user-message-received", G_CALLBACK(on_message), NULL);
}
