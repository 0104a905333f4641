// The extension that WebKit loads into its web process: the part of the bridge that pages cannot see, and that needs
// the documents themselves.
#include "actions.h"
#include "archives.h"
#include "channel.h"
#include "display_events.h"
#include "documents.h"
#include "files.h"
#include "frame_questions.h"
#include "frame_scripts.h"
#include "hosts.h"
#include "mark.h"
#include "media.h"
#include "messages.h"
#include "requests.h"
#include "senders.h"
#include "user_agents.h"
#include <string.h>

static void on_page_created(WebKitWebExtension *extension, WebKitWebPage *page, gpointer data) {
  (void)extension, (void)data;
  actions_watch(page);
  archives_watch(page);
  files_watch(page);
  requests_watch(page);
  frame_questions_watch(page);
  frame_scripts_watch(page);
}

static void on_message(WebKitWebExtension *extension, WebKitUserMessage *message, gpointer data) {
  (void)extension, (void)data;
  if (strcmp(webkit_user_message_get_name(message), CWK_MESSAGE_HOSTS) == 0)
    hosts_set(webkit_user_message_get_parameters(message));
  else if (strcmp(webkit_user_message_get_name(message), CWK_MESSAGE_WORLDS) == 0)
    senders_watch_worlds(webkit_user_message_get_parameters(message));
  else if (strcmp(webkit_user_message_get_name(message), CWK_MESSAGE_USER_AGENTS) == 0)
    user_agents_correct();
  else if (strcmp(webkit_user_message_get_name(message), CWK_MESSAGE_SCHEMES) == 0)
    media_set_schemes(webkit_user_message_get_parameters(message));
}

G_MODULE_EXPORT void webkit_web_extension_initialize_with_user_data(WebKitWebExtension *extension, GVariant *settings) {
  if (settings && g_variant_is_of_type(settings, G_VARIANT_TYPE(CWK_SETTINGS_TYPE))) {
    g_autoptr(GVariant) hosts = NULL;
    g_autoptr(GVariant) worlds = NULL;
    g_autoptr(GVariant) internal_paths = NULL;
    g_autoptr(GVariant) schemes = NULL;
    const char *channel = NULL;
    gboolean changes_user_agents = FALSE;
    g_variant_get(settings, CWK_SETTINGS_READ, &hosts, &channel, &worlds, &changes_user_agents, &internal_paths,
                  &schemes);
    if (changes_user_agents)
      user_agents_correct();
    hosts_set(hosts);
    senders_watch_worlds(worlds);
    channel_set_name(channel);
    mark_set_internal(internal_paths);
    media_set_schemes(schemes);
  }
  display_events_ignore();
  documents_watch();
  g_signal_connect(extension, "page-created", G_CALLBACK(on_page_created), NULL);
  g_signal_connect(extension, "user-message-received", G_CALLBACK(on_message), NULL);
}
