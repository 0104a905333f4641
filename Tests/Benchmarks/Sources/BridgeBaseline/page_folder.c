#include "page_folder.h"
#include <string.h>

static const char *content_type(const char *name) {
  if (g_str_has_suffix(name, ".html"))
    return "text/html; charset=utf-8";
  if (g_str_has_suffix(name, ".js"))
    return "text/javascript; charset=utf-8";
  return "application/octet-stream";
}

void page_folder_answer(const char *folder, WebKitURISchemeRequest *request) {
  const char *request_path = webkit_uri_scheme_request_get_path(request);
  const char *name = g_str_has_prefix(request_path, "/") ? request_path + 1 : request_path;
  g_autoptr(GError) error = NULL;
  if (strchr(name, '/') || g_str_has_prefix(name, ".")) {
    error = g_error_new(G_FILE_ERROR, G_FILE_ERROR_ACCES, "%s is outside the folder of the page", request_path);
    webkit_uri_scheme_request_finish_error(request, error);
    return;
  }
  g_autofree char *path = g_build_filename(folder, name, NULL);
  char *contents = NULL;
  gsize length = 0;
  if (!g_file_get_contents(path, &contents, &length, &error)) {
    webkit_uri_scheme_request_finish_error(request, error);
    return;
  }
  g_autoptr(GInputStream) stream = g_memory_input_stream_new_from_data(contents, (gssize)length, g_free);
  webkit_uri_scheme_request_finish(request, stream, (gint64)length, content_type(name));
}
