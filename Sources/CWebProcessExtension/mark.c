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
