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
  return fragment && g_str_has_prefix(fragment, "#___sw?");
}

gboolean mark_is_internal(const char *uri) {
  static const char *const prefixes[] = {"/___", "/_capacitor_", "/_app_file_"};
  const char *host = strstr(uri, "://");
  const char *path = host ? host + 3 + strcspn(host + 3, "/?#") : "";
  for (size_t i = 0; i < G_N_ELEMENTS(prefixes); i++)
    if (g_str_has_prefix(path, prefixes[i]))
      return TRUE;
  return FALSE;
}
