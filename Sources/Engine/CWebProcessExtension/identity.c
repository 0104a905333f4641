#include "identity.h"
#include "random_id.h"

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

enum {
  // The most URLs that are remembered of one document.
  ASKED_LIMIT = 4096,
  // An identity that was not asked for while so many documents began is forgotten.
  UNUSED_LIMIT = 256,
};

typedef struct {
  // Empty for a document that the bridge does not serve.
  RandomId id;
  guint64 number;
  // The number of the newest document when the identity was last asked for.
  guint64 used;
  // Hashes of URLs.
  GHashTable *asked;
} Identity;

// By the address of WebKit's own document: one that comes back from the back-forward cache does so in a new object. A
// document that begins where another has ended replaces it here.
static GHashTable *identities;
static guint64 newest;

static gpointer address_of(WebKitDOMDocument *document) { return WEBKIT_DOM_OBJECT(document)->coreObject; }

static Identity *identity_of(WebKitDOMDocument *document) {
  Identity *found = identities ? g_hash_table_lookup(identities, address_of(document)) : NULL;
  if (found)
    found->used = newest;
  return found;
}

static void free_identity(gpointer data) {
  Identity *self = data;
  g_hash_table_unref(self->asked);
  g_free(self);
}

static gboolean is_unused(gpointer address, gpointer data, gpointer context) {
  (void)address, (void)context;
  const Identity *self = data;
  return self->used + UNUSED_LIMIT < newest;
}

// NULL where the kernel has no random numbers.
static Identity *make(gboolean is_bridged) {
  RandomId id = {0};
  if (is_bridged && !random_id_make(&id))
    return NULL;
  Identity *made = g_new0(Identity, 1);
  made->id = id;
  made->asked = g_hash_table_new(NULL, NULL);
  made->number = made->used = ++newest;
  return made;
}

const char *identity_renew(WebKitDOMDocument *document, gboolean is_bridged) {
  if (!identities)
    identities = g_hash_table_new_full(NULL, NULL, NULL, free_identity);
  g_hash_table_remove(identities, address_of(document));
  Identity *made = make(is_bridged);
  if (!made)
    return NULL;
  g_hash_table_insert(identities, address_of(document), made);
  if (newest % UNUSED_LIMIT == 0)
    g_hash_table_foreach_remove(identities, is_unused, NULL);
  return is_bridged ? made->id.text : NULL;
}

const char *identity_id(WebKitDOMDocument *document) {
  Identity *identity = identity_of(document);
  return identity && *identity->id.text ? identity->id.text : NULL;
}

guint64 identity_number(WebKitDOMDocument *document) {
  Identity *identity = identity_of(document);
  return identity ? identity->number : 0;
}

static gpointer key(const char *uri) { return GUINT_TO_POINTER(g_str_hash(uri)); }

gboolean identity_has_asked(WebKitDOMDocument *document, const char *uri) {
  Identity *identity = identity_of(document);
  return identity && g_hash_table_contains(identity->asked, key(uri));
}

void identity_note_asked(WebKitDOMDocument *document, const char *uri) {
  Identity *identity = identity_of(document);
  if (!identity)
    return;
  if (g_hash_table_size(identity->asked) >= ASKED_LIMIT)
    g_hash_table_remove_all(identity->asked);
  g_hash_table_add(identity->asked, key(uri));
}
