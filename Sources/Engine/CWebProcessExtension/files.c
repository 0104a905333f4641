#include "files.h"
#include "messages.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

typedef struct {
  // The main frame's document that `folder` belongs to. The reference keeps the pointer unique.
  WebKitDOMDocument *document;
  // The folder's path without symbolic links; NULL where the document may read no files.
  char *folder;
  // The folders of the file pages that the view announced, by URL.
  GHashTable *announced;
} Files;

static GQuark files_quark(void) { return g_quark_from_static_string("swwebview-file-access"); }

static void free_files(gpointer data) {
  Files *self = data;
  g_clear_object(&self->document);
  g_free(self->folder);
  g_hash_table_unref(self->announced);
  g_free(self);
}

static Files *files_of(WebKitWebPage *page) { return g_object_get_qdata(G_OBJECT(page), files_quark()); }

static gboolean is_file(const char *uri) { return uri && g_ascii_strncasecmp(uri, "file:", 5) == 0; }

static char *without_fragment(const char *uri) { return g_strndup(uri, strcspn(uri, "#")); }

// Returns the path that WebKit opens for a file URL; NULL for an invalid URL. WebKit ignores the host, and decodes all
// percent-encoded characters, also slashes.
static char *path_of(const char *uri) {
  const char *start = uri + strlen("file:");
  if (g_str_has_prefix(start, "//"))
    start += 2 + strcspn(start + 2, "/?#");
  g_autofree char *escaped = g_strndup(start, strcspn(start, "?#"));
  g_autofree char *path = g_uri_unescape_string(escaped, NULL);
  return path && *path == '/' && g_utf8_validate(path, -1, NULL) ? g_steal_pointer(&path) : NULL;
}

static gboolean is_inside(const char *path, const char *folder) {
  size_t length = strcmp(folder, "/") == 0 ? 0 : strlen(folder);
  return strncmp(path, folder, length) == 0 && (path[length] == '\0' || path[length] == '/');
}

static gboolean may_read(const char *folder, const char *uri) {
  g_autofree char *path = folder ? path_of(uri) : NULL;
  if (!path)
    return FALSE;
  char *real = realpath(path, NULL);
  if (real) {
    gboolean result = is_inside(real, folder);
    free(real);
    return result;
  }
  // Allow a missing file inside the folder, so that WebKit reports it as missing.
  g_autofree char *plain = errno == ENOENT ? g_canonicalize_filename(path, "/") : NULL;
  return plain && is_inside(plain, folder);
}

// MARK: Documents

void files_begin_document(WebKitWebPage *page, WebKitDOMDocument *document) {
  Files *self = files_of(page);
  if (!self || !g_set_object(&self->document, document))
    return;
  g_autofree char *full = webkit_dom_document_get_url(document);
  g_autofree char *uri = without_fragment(full ? full : "");
  const char *announced = g_hash_table_lookup(self->announced, uri);
  if (announced) {
    g_free(self->folder);
    self->folder = g_strdup(announced);
    g_hash_table_remove(self->announced, uri);
  } else if (!is_file(uri) || !may_read(self->folder, uri)) {
    g_clear_pointer(&self->folder, g_free);
  }
}

// Returns the folder of the current document. A document without scripts, a document from the back-forward cache and a
// new DOM wrapper of WebKit's reach files_begin_document() only here.
static const char *current_folder(WebKitWebPage *page, const Files *self) {
  WebKitDOMDocument *document = webkit_web_page_get_dom_document(page);
  if (document && document != self->document)
    files_begin_document(page, document);
  return document ? self->folder : NULL;
}

static gboolean on_message(WebKitWebPage *page, WebKitUserMessage *message, gpointer data) {
  (void)data;
  GVariant *parameters = webkit_user_message_get_parameters(message);
  if (strcmp(webkit_user_message_get_name(message), CWK_MESSAGE_FILES) != 0 || !parameters ||
      !g_variant_is_of_type(parameters, G_VARIANT_TYPE(CWK_FILES_TYPE)))
    return FALSE;
  const char *uri = NULL, *folder = NULL;
  g_variant_get(parameters, CWK_FILES_READ, &uri, &folder);
  char *real = realpath(folder, NULL);
  // Keep a missing folder, so that WebKit reports its files as missing.
  g_hash_table_insert(files_of(page)->announced, without_fragment(uri),
                      real ? g_strdup(real) : g_canonicalize_filename(folder, "/"));
  free(real);
  return TRUE;
}

// MARK: Requests

gboolean files_refuse(WebKitWebPage *page, const char *uri) {
  if (!is_file(uri))
    return FALSE;
  const Files *self = files_of(page);
  const char *folder = current_folder(page, self);
  const char *shown = webkit_web_page_get_uri(page);
  g_autofree char *page_uri = without_fragment(shown ? shown : "");
  g_autofree char *asked = without_fragment(uri);
  gboolean is_page = strcmp(page_uri, asked) == 0;
  const char *announced = is_page ? g_hash_table_lookup(self->announced, asked) : NULL;
  if (may_read(announced ? announced : folder, uri))
    return FALSE;
  if (is_page)
    webkit_web_page_send_message_to_view(
        page, webkit_user_message_new(CWK_MESSAGE_FILE_REFUSED, g_variant_new(CWK_TEXT_TYPE, uri)), NULL, NULL, NULL);
  return TRUE;
}

void files_watch(WebKitWebPage *page) {
  Files *self = g_new0(Files, 1);
  self->announced = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  g_object_set_qdata_full(G_OBJECT(page), files_quark(), self, free_files);
  g_signal_connect(page, "user-message-received", G_CALLBACK(on_message), NULL);
}
