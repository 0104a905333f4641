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
      .id = text(facts, "id"),
      .url = text(facts, "url"),
      .origin = text(facts, "origin"),
      .creator = text(facts, "creator"),
      .is_main_frame = flag(facts, "isMainFrame"),
      .has_opener = flag(facts, "hasOpener"),
  };
  self->callbacks.document_began(&document, self->callbacks.context);
}

static void sender_changed(const CWKView *self, GVariant *facts) {
  CWKSender sender = {
      .id = text(facts, "id"),
      .world = text(facts, "world"),
      .url = text(facts, "url"),
      .origin = text(facts, "origin"),
      .frame = number(facts, "frame"),
      .is_main_frame = flag(facts, "isMainFrame"),
  };
  self->callbacks.sender_changed(&sender, self->callbacks.context);
}

static void sender_gone(const CWKView *self, GVariant *facts) {
  const char *id = NULL;
  g_variant_get(facts, "(&s)", &id);
  self->callbacks.sender_gone(id, self->callbacks.context);
}

// Reads a frame and a text that belongs to it. Both live as long as the facts.
static CWKPageFrame read_frame(GVariant *facts, const char **text) {
  CWKPageFrame frame;
  gboolean is_main = FALSE;
  g_variant_get(facts, "((t&s&sb)&s)", &frame.id, &frame.url, &frame.origin, &is_main, text);
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
  g_variant_get(facts, "(&s)", &uri);
  self->callbacks.file_refused(uri, self->callbacks.context);
}

static const struct {
  const char *name, *type;
  void (*receive)(const CWKView *view, GVariant *facts);
} messages[] = {
    {"swwebview-document", "a{sv}", document_began}, {"swwebview-sender", "a{sv}", sender_changed},
    {"swwebview-sender-gone", "(s)", sender_gone},   {"swwebview-click", "((tssb)s)", clicked},
    {"swwebview-file-refused", "(s)", file_refused}, {"swwebview-call", "((tssb)s)", call_began},
    {"swwebview-call-ended", "()", call_ended},
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
