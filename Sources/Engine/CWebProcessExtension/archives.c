#include "archives.h"
#include "links.h"
#include "messages.h"
#include <string.h>

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

// The resources of a page's archive, by address.
typedef struct {
  char *page_uri, *prefix;
  GHashTable *resources;
} Archive;

typedef struct {
  // The main frame's document that `shown` belongs to. The reference keeps the pointer unique.
  WebKitDOMDocument *document;
  Archive *announced, *shown;
} Archives;

static GQuark archives_quark(void) { return g_quark_from_static_string("swwebview-archives"); }

static void free_archive(Archive *self) {
  g_free(self->page_uri);
  g_free(self->prefix);
  g_hash_table_unref(self->resources);
  g_free(self);
}

static void free_archives(gpointer data) {
  Archives *self = data;
  g_clear_object(&self->document);
  g_clear_pointer(&self->announced, free_archive);
  g_clear_pointer(&self->shown, free_archive);
  g_free(self);
}

static Archives *archives_of(WebKitWebPage *page) { return g_object_get_qdata(G_OBJECT(page), archives_quark()); }

static gboolean on_message(WebKitWebPage *page, WebKitUserMessage *message, gpointer data) {
  (void)data;
  GVariant *facts = webkit_user_message_get_parameters(message);
  if (strcmp(webkit_user_message_get_name(message), CWK_MESSAGE_ARCHIVE) != 0 || !facts ||
      !g_variant_is_of_type(facts, G_VARIANT_TYPE(CWK_ARCHIVE_TYPE)))
    return FALSE;
  Archive *archive = g_new0(Archive, 1);
  archive->resources = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr(GVariantIter) resources = NULL;
  g_variant_get(facts, CWK_ARCHIVE_TYPE, &archive->page_uri, &resources, &archive->prefix);
  char *uri = NULL;
  while (g_variant_iter_next(resources, "s", &uri))
    g_hash_table_add(archive->resources, uri);
  Archives *self = archives_of(page);
  g_clear_pointer(&self->announced, free_archive);
  self->announced = archive;
  return TRUE;
}

void archives_watch(WebKitWebPage *page) {
  g_object_set_qdata_full(G_OBJECT(page), archives_quark(), g_new0(Archives, 1), free_archives);
  g_signal_connect(page, "user-message-received", G_CALLBACK(on_message), NULL);
}

void archives_begin_document(WebKitWebPage *page, WebKitDOMDocument *document) {
  Archives *self = archives_of(page);
  if (!self || !(self->announced || self->shown) || !g_set_object(&self->document, document))
    return;
  g_clear_pointer(&self->shown, free_archive);
  g_autofree char *uri = webkit_dom_document_get_url(document);
  if (uri && self->announced && is_same_address(uri, self->announced->page_uri))
    self->shown = g_steal_pointer(&self->announced);
}

char *archives_rewrite(WebKitWebPage *page, const char *uri) {
  const Archives *self = archives_of(page);
  // A load of the page itself leaves the archive.
  if (!self || !self->shown || g_strcmp0(webkit_web_page_get_uri(page), uri) == 0)
    return NULL;
  g_autofree char *bare = g_strndup(uri, strcspn(uri, "#"));
  return g_hash_table_contains(self->shown->resources, bare) ? g_strconcat(self->shown->prefix, uri, NULL) : NULL;
}
