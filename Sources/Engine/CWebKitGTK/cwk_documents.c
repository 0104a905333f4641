#include "cwk_private.h"
#include <string.h>

// Returns a text of a message, which lives as long as the message; empty where the message has none.
static const char *text(GVariant *facts, const char *name) {
  const char *value = "";
  g_variant_lookup(facts, name, "&s", &value);
  return value;
}

static bool flag(GVariant *facts, const char *name) {
  gboolean value = FALSE;
  g_variant_lookup(facts, name, "b", &value);
  return value;
}

static uint64_t number(GVariant *facts, const char *name) {
  guint64 value = 0;
  g_variant_lookup(facts, name, "t", &value);
  return value;
}

static void document_began(const CWKView *self, GVariant *facts) {
  CWKDocument document = {
      .id = text(facts, CWK_FACT_ID),
      .url = text(facts, CWK_FACT_URL),
      .origin = text(facts, CWK_FACT_ORIGIN),
      .creator = text(facts, CWK_FACT_CREATOR),
      .is_main_frame = flag(facts, CWK_FACT_IS_MAIN_FRAME),
      .has_opener = flag(facts, CWK_FACT_HAS_OPENER),
  };
  self->callbacks.document_began(&document, self->callbacks.context);
}

static void sender_changed(const CWKView *self, GVariant *facts) {
  CWKSender sender = {
      .id = text(facts, CWK_FACT_ID),
      .world = text(facts, CWK_FACT_WORLD),
      .url = text(facts, CWK_FACT_URL),
      .origin = text(facts, CWK_FACT_ORIGIN),
      .frame = number(facts, CWK_FACT_FRAME),
      .is_main_frame = flag(facts, CWK_FACT_IS_MAIN_FRAME),
  };
  self->callbacks.sender_changed(&sender, self->callbacks.context);
}

static void sender_gone(const CWKView *self, GVariant *facts) {
  const char *id = NULL;
  g_variant_get(facts, CWK_TEXT_READ, &id);
  self->callbacks.sender_gone(id, self->callbacks.context);
}

// Reads a frame and a text that belongs to it. Both live as long as the facts.
static CWKPageFrame read_frame(GVariant *facts, const char **text) {
  CWKPageFrame frame;
  gboolean is_main = FALSE;
  g_variant_get(facts, CWK_FRAME_TEXT_READ, &frame.id, &frame.url, &frame.origin, &is_main, text);
  frame.is_main_frame = is_main;
  return frame;
}

static void clicked(const CWKView *self, GVariant *facts) {
  const char *address = NULL;
  CWKPageFrame frame = read_frame(facts, &address);
  self->callbacks.clicked(&frame, address, self->callbacks.context);
}

static void call_began(const CWKView *self, GVariant *facts) {
  const char *features = NULL;
  CWKPageFrame frame = read_frame(facts, &features);
  self->callbacks.call_began(&frame, features, self->callbacks.context);
}

static void call_ended(const CWKView *self, GVariant *facts) {
  (void)facts;
  self->callbacks.call_ended(self->callbacks.context);
}

static void file_refused(const CWKView *self, GVariant *facts) {
  const char *uri = NULL;
  g_variant_get(facts, CWK_TEXT_READ, &uri);
  self->callbacks.file_refused(uri, self->callbacks.context);
}

static const struct {
  const char *name, *type;
  void (*receive)(const CWKView *view, GVariant *facts);
} messages[] = {
    {CWK_MESSAGE_DOCUMENT, CWK_FACTS_TYPE, document_began},  {CWK_MESSAGE_SENDER, CWK_FACTS_TYPE, sender_changed},
    {CWK_MESSAGE_SENDER_GONE, CWK_TEXT_TYPE, sender_gone},   {CWK_MESSAGE_CLICK, CWK_FRAME_TEXT_TYPE, clicked},
    {CWK_MESSAGE_FILE_REFUSED, CWK_TEXT_TYPE, file_refused}, {CWK_MESSAGE_CALL, CWK_FRAME_TEXT_TYPE, call_began},
    {CWK_MESSAGE_CALL_ENDED, CWK_EMPTY_TYPE, call_ended},
};

static gboolean on_message(WebKitWebView *web_view, WebKitUserMessage *message, gpointer data) {
  (void)web_view;
  GVariant *facts = webkit_user_message_get_parameters(message);
  const char *name = webkit_user_message_get_name(message);
  for (size_t i = 0; facts && i < G_N_ELEMENTS(messages); i++) {
    if (strcmp(name, messages[i].name) != 0 || !g_variant_is_of_type(facts, (const GVariantType *)messages[i].type))
      continue;
    messages[i].receive(data, facts);
    return TRUE;
  }
  return FALSE;
}

void cwk_view_connect_documents(CWKView *self) {
  g_signal_connect(self->web_view, "user-message-received", G_CALLBACK(on_message), self);
}
