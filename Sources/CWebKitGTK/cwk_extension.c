#include "cwk_private.h"

typedef struct {
  char *folder;
  char *scheme;
  char *channel;
  char **hosts;
} Extension;

static GQuark extension_quark(void) { return g_quark_from_static_string("cwk-extension"); }

static void free_extension(gpointer data) {
  Extension *self = data;
  g_free(self->folder);
  g_free(self->scheme);
  g_free(self->channel);
  g_strfreev(self->hosts);
  g_free(self);
}

static GVariant *settings(const Extension *self) { return g_variant_new("(s^as)", self->scheme, self->hosts); }

static void on_process(WebKitWebContext *context, gpointer data) {
  const Extension *self = data;
  webkit_web_context_set_web_extensions_directory(context, self->folder);
  webkit_web_context_set_web_extensions_initialization_user_data(
      context, g_variant_new("(@(sas)s)", settings(self), self->channel));
}

void cwk_context_use_extension(CWKContext *context, const char *folder, const char *scheme, const char *channel) {
  Extension *self = g_new0(Extension, 1);
  *self = (Extension){g_strdup(folder), g_strdup(scheme), g_strdup(channel), g_new0(char *, 1)};
  g_signal_connect(cwk_web_context(context), "initialize-web-extensions", G_CALLBACK(on_process), self);
  g_object_set_qdata_full(G_OBJECT(cwk_web_context(context)), extension_quark(), self, free_extension);
}

void cwk_context_set_extension_hosts(CWKContext *context, const char *const *hosts, size_t count) {
  Extension *self = g_object_get_qdata(G_OBJECT(cwk_web_context(context)), extension_quark());
  g_strfreev(self->hosts);
  self->hosts = g_new0(char *, count + 1);
  for (size_t i = 0; i < count; i++)
    self->hosts[i] = g_strdup(hosts[i]);
  webkit_web_context_send_message_to_all_extensions(cwk_web_context(context),
                                                    webkit_user_message_new("swwebview-hosts", settings(self)));
}
