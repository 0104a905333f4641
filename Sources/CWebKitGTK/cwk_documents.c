#include "cwk_private.h"
#include <string.h>

static void document_began(const CWKView *self, GVariant *facts) {
  CWKDocument document = {0};
  gboolean is_main_frame = FALSE, has_opener = FALSE;
  g_variant_get(facts, "(&s&s&s&sbb)", &document.id, &document.url, &document.origin, &document.creator, &is_main_frame,
                &has_opener);
  document.is_main_frame = is_main_frame;
  document.has_opener = has_opener;
  self->callbacks.document_began(&document, self->callbacks.context);
}

static void sender_changed(const CWKView *self, GVariant *facts) {
  CWKSender sender = {0};
  gboolean is_main_frame = FALSE;
  g_variant_get(facts, "(&s&s&s&sb)", &sender.id, &sender.world, &sender.url, &sender.origin, &is_main_frame);
  sender.is_main_frame = is_main_frame;
  self->callbacks.sender_changed(&sender, self->callbacks.context);
}

static void sender_gone(const CWKView *self, GVariant *facts) {
  const char *id = NULL;
  g_variant_get(facts, "(&s)", &id);
  self->callbacks.sender_gone(id, self->callbacks.context);
}

static const struct {
  const char *name, *type;
  void (*receive)(const CWKView *view, GVariant *facts);
} messages[] = {
    {"swwebview-document", "(ssssbb)", document_began},
    {"swwebview-sender", "(ssssb)", sender_changed},
    {"swwebview-sender-gone", "(s)", sender_gone},
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
