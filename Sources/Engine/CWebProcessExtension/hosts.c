#include "hosts.h"
#include "messages.h"
#include <string.h>

// The bridge's scheme: "sw".
static char *scheme;
// Lower case, as WebKit gives them in URLs.
static GHashTable *permitted;

void hosts_set(GVariant *settings) {
  if (!settings || !g_variant_is_of_type(settings, G_VARIANT_TYPE(CWK_HOSTS_TYPE)))
    return;
  g_autoptr(GVariantIter) hosts = NULL;
  g_clear_pointer(&scheme, g_free);
  g_clear_pointer(&permitted, g_hash_table_unref);
  permitted = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  g_variant_get(settings, CWK_HOSTS_TYPE, &scheme, &hosts);
  for (char *host = NULL; g_variant_iter_loop(hosts, "s", &host);)
    g_hash_table_add(permitted, g_ascii_strdown(host, -1));
}

gboolean hosts_is_bridged(const char *uri) {
  size_t length = scheme ? strlen(scheme) : 0;
  return length && strncmp(uri, scheme, length) == 0 && uri[length] == ':';
}

static gboolean is_permitted(const char *host, int port) {
  g_autofree char *name = g_ascii_strdown(host, -1);
  if (g_hash_table_contains(permitted, name))
    return TRUE;
  g_autofree char *with_port = g_strdup_printf("%s:%d", name, port);
  return port >= 0 && g_hash_table_contains(permitted, with_port);
}

gboolean hosts_is_web(const char *uri) { return g_str_has_prefix(uri, "http://") || g_str_has_prefix(uri, "https://"); }

char *hosts_bridge(const char *uri) { return g_strconcat(scheme, strchr(uri, ':'), NULL); }

char *hosts_rewrite(const char *uri) {
  if (!scheme || !g_hash_table_size(permitted) || !hosts_is_web(uri))
    return NULL;
  g_autofree char *host = NULL;
  int port = -1;
  if (!g_uri_split_network(uri, G_URI_FLAGS_PARSE_RELAXED, NULL, &host, &port, NULL) || !host ||
      !is_permitted(host, port))
    return NULL;
  return hosts_bridge(uri);
}
