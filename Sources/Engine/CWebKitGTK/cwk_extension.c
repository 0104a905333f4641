#include "cwk_private.h"

typedef struct {
  char *folder;
  char *scheme;
  char *channel;
  // The beginnings of internal paths.
  char **paths;
  char **hosts;
  // The names of script worlds.
  GHashTable *worlds;
  bool corrects_user_agents;
} Extension;

static GQuark extension_quark(void) { return g_quark_from_static_string("cwk-extension"); }

static GQuark schemes_quark(void) { return g_quark_from_static_string("cwk-schemes"); }

static void free_extension(gpointer data) {
  Extension *self = data;
  g_free(self->folder);
  g_free(self->scheme);
  g_free(self->channel);
  g_strfreev(self->paths);
  g_strfreev(self->hosts);
  g_hash_table_unref(self->worlds);
  g_free(self);
}

static GVariant *settings(const Extension *self) { return g_variant_new(CWK_HOSTS_WRITE, self->scheme, self->hosts); }

static GVariant *worlds(const Extension *self) {
  g_autofree gpointer *names = g_hash_table_get_keys_as_array(self->worlds, NULL);
  return g_variant_new_strv((const char *const *)names, -1);
}

// The schemes with handlers, whether or not the context has the extension.
static GPtrArray *schemes_of(WebKitWebContext *context) {
  GPtrArray *known = g_object_get_qdata(G_OBJECT(context), schemes_quark());
  if (!known) {
    known = g_ptr_array_new_with_free_func(g_free);
    g_object_set_qdata_full(G_OBJECT(context), schemes_quark(), known, (GDestroyNotify)g_ptr_array_unref);
  }
  return known;
}

static GVariant *schemes(WebKitWebContext *context) {
  const GPtrArray *known = schemes_of(context);
  return g_variant_new_strv((const char *const *)known->pdata, known->len);
}

static void on_process(WebKitWebContext *context, gpointer data) {
  const Extension *self = data;
  webkit_web_context_set_web_extensions_directory(context, self->folder);
  webkit_web_context_set_web_extensions_initialization_user_data(
      context, g_variant_new(CWK_SETTINGS_WRITE, settings(self), self->channel, worlds(self),
                             (gboolean)self->corrects_user_agents, self->paths, schemes(context)));
}

static Extension *extension_of(WebKitWebContext *context) {
  return g_object_get_qdata(G_OBJECT(context), extension_quark());
}

static void replace(char **text, const char *other) {
  g_free(*text);
  *text = g_strdup(other);
}

static void replace_list(char ***list, const char *const *others, size_t count) {
  g_strfreev(*list);
  *list = g_new0(char *, count + 1);
  for (size_t i = 0; i < count; i++)
    (*list)[i] = g_strdup(others[i]);
}

void cwk_context_use_extension(CWKContext *context, const char *folder, const char *scheme, const char *channel,
                               const char *const *paths, size_t count) {
  Extension *self = extension_of(cwk_web_context(context));
  if (!self) {
    self = g_new0(Extension, 1);
    self->hosts = g_new0(char *, 1);
    self->worlds = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_signal_connect(cwk_web_context(context), "initialize-web-extensions", G_CALLBACK(on_process), self);
    g_object_set_qdata_full(G_OBJECT(cwk_web_context(context)), extension_quark(), self, free_extension);
  }
  replace(&self->folder, folder);
  replace(&self->scheme, scheme);
  replace(&self->channel, channel);
  replace_list(&self->paths, paths, count);
}

void cwk_extension_note_scheme(WebKitWebContext *context, const char *scheme) {
  g_ptr_array_add(schemes_of(context), g_strdup(scheme));
  if (extension_of(context))
    webkit_web_context_send_message_to_all_extensions(context,
                                                      webkit_user_message_new(CWK_MESSAGE_SCHEMES, schemes(context)));
}

void cwk_view_note_world(CWKView *view, const char *world) {
  WebKitWebContext *context = webkit_web_view_get_context(view->web_view);
  const Extension *self = world ? extension_of(context) : NULL;
  if (self && g_hash_table_add(self->worlds, g_strdup(world)))
    webkit_web_context_send_message_to_all_extensions(context,
                                                      webkit_user_message_new(CWK_MESSAGE_WORLDS, worlds(self)));
}

void cwk_view_correct_user_agents(CWKView *view) {
  WebKitWebContext *context = webkit_web_view_get_context(view->web_view);
  Extension *self = extension_of(context);
  if (!self || self->corrects_user_agents)
    return;
  self->corrects_user_agents = true;
  webkit_web_context_send_message_to_all_extensions(context, webkit_user_message_new(CWK_MESSAGE_USER_AGENTS, NULL));
}

void cwk_view_announce_files(CWKView *view, const char *uri, const char *folder) {
  WebKitUserMessage *message = webkit_user_message_new(CWK_MESSAGE_FILES, g_variant_new(CWK_FILES_TYPE, uri, folder));
  webkit_web_view_send_message_to_page(view->web_view, message, NULL, NULL, NULL);
}

void cwk_view_announce_archive(CWKView *view, const char *uri, const char *const *resources, size_t count,
                               const char *prefix) {
  GVariant *list = g_variant_new_strv(resources, (gssize)count);
  WebKitUserMessage *message =
      webkit_user_message_new(CWK_MESSAGE_ARCHIVE, g_variant_new(CWK_ARCHIVE_WRITE, uri, list, prefix));
  webkit_web_view_send_message_to_page(view->web_view, message, NULL, NULL, NULL);
}

void cwk_context_set_extension_hosts(CWKContext *context, const char *const *hosts, size_t count) {
  Extension *self = extension_of(cwk_web_context(context));
  replace_list(&self->hosts, hosts, count);
  webkit_web_context_send_message_to_all_extensions(cwk_web_context(context),
                                                    webkit_user_message_new(CWK_MESSAGE_HOSTS, settings(self)));
}
