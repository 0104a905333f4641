#include "mark.h"
#include <string.h>

void mark_add(GString *mark, const char *key, const char *value) {
  if (mark->len)
    g_string_append_c(mark, '&');
  g_string_append(mark, key);
  g_string_append_c(mark, '=');
  g_string_append_uri_escaped(mark, value, NULL, FALSE);
}

gboolean mark_is_in(const char *uri) {
  const char *fragment = strchr(uri, '#');
  return fragment && g_str_has_prefix(fragment, "#" CWK_MARK_FRAGMENT);
}

char *mark_value(const char *uri, const char *key) {
  const char *fragment = strchr(uri, '#');
  g_auto(GStrv) pairs = g_strsplit(fragment ? fragment + strlen("#" CWK_MARK_FRAGMENT) : "", "&", -1);
  for (char **pair = pairs; *pair; pair++)
    if (g_str_has_prefix(*pair, key) && (*pair)[strlen(key)] == '=')
      return g_strdup(*pair + strlen(key) + 1);
  return NULL;
}

// The beginnings of internal paths.
static char **prefixes;

void mark_set_internal(GVariant *paths) {
  g_strfreev(prefixes);
  prefixes = g_variant_dup_strv(paths, NULL);
}

gboolean mark_is_internal(const char *uri) {
  const char *host = strstr(uri, "://");
  const char *path = host ? host + 3 + strcspn(host + 3, "/?#") : "";
  for (char **prefix = prefixes; prefix && *prefix; prefix++)
    if (g_str_has_prefix(path, *prefix))
      return TRUE;
  return FALSE;
}
