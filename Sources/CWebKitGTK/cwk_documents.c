#include "cwk_private.h"
#include <string.h>

static gboolean on_message(WebKitWebView *web_view, WebKitUserMessage *message, gpointer data) {
  (void)web_view;
  const CWKView *self = data;
  GVariant *facts = webkit_user_message_get_parameters(message);
  if (strcmp(webkit_user_message_get_name(message), "swwebview-document") != 0 || !facts ||
      !g_variant_is_of_type(facts, G_VARIANT_TYPE("(ssssbb)")))
    return FALSE;
  CWKDocument document = {0};
  gboolean is_main_frame = FALSE, has_opener = FALSE;
  g_variant_get(facts, "(&s&s&s&sbb)", &document.id, &document.url, &document.origin, &document.creator, &is_main_frame,
                &has_opener);
  document.is_main_frame = is_main_frame;
  document.has_opener = has_opener;
  self->callbacks.document_began(&document, self->callbacks.context);
  return TRUE;
}

void cwk_view_connect_documents(CWKView *self) {
  g_signal_connect(self->web_view, "user-message-received", G_CALLBACK(on_message), self);
}
