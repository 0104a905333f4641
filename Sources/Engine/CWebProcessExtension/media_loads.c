#include "media_loads.h"
#include "mark.h"
#include "random_id.h"
#include <string.h>

enum {
  // The most loads that are kept without a living source element. GStreamer may make a source of an element again.
  MOST_IDLE = 256,
};

#define MEDIA_MARK "#___swmedia-"

// The oldest first.
static GPtrArray *loads;
// The load that began last, until it has a source. WebKit makes the source at once, unless the element waits for
// `play`.
static MediaLoad *newest;

static char *without_fragment(const char *uri) { return g_strndup(uri, strcspn(uri, "#")); }

// Returns whether an https address can have a host. There a number as the last label makes an IPv4 address.
static gboolean is_web_host(const char *host) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._";
  const char *label = strrchr(host, '.');
  label = label ? label + 1 : host;
  gboolean is_number = strspn(label, "0123456789") == strlen(label) || g_ascii_strncasecmp(label, "0x", 2) == 0;
  return g_hostname_is_ip_address(host) || (strspn(host, letters) == strlen(host) && !is_number);
}

// Returns the https address of the same host, port, path and query: WebKit checks the document's policy for it, too.
// Where there is no such address, any will do.
static char *stand_in_for(const char *address) {
  RandomId id = {0};
  if (!random_id_make(&id))
    return NULL;
  g_autofree char *host = NULL;
  gboolean has_host =
      g_uri_split_network(address, G_URI_FLAGS_PARSE_RELAXED | G_URI_FLAGS_ENCODED, NULL, &host, NULL, NULL) && host &&
      is_web_host(host);
  return has_host ? g_strconcat("https", strchr(address, ':'), MEDIA_MARK, id.text, NULL)
                  : g_strconcat("https://media.invalid/", MEDIA_MARK, id.text, NULL);
}

static void free_load(gpointer data) {
  MediaLoad *self = data;
  g_free(self->address);
  g_free(self->stand_in);
  g_free(self->mark);
  g_free(self->origin);
  g_free(self);
}

static gboolean is_idle(const MediaLoad *load) { return g_atomic_int_get(&load->sources) == 0; }

static void drop_oldest(void) {
  guint idle = 0;
  for (guint i = 0; i < loads->len; i++)
    idle += is_idle(loads->pdata[i]);
  for (guint i = 0; i < loads->len && idle > MOST_IDLE;) {
    if (!is_idle(loads->pdata[i])) {
      i++;
      continue;
    }
    g_ptr_array_remove_index(loads, i);
    idle--;
  }
}

MediaLoad *media_loads_add(const char *uri, const char *mark, const char *origin) {
  g_autofree char *address = without_fragment(uri);
  char *stand_in = stand_in_for(address);
  newest = NULL;
  if (!stand_in)
    return NULL;
  if (!loads)
    loads = g_ptr_array_new_with_free_func(free_load);
  drop_oldest();
  MediaLoad *load = g_new0(MediaLoad, 1);
  load->address = g_steal_pointer(&address);
  load->stand_in = stand_in;
  load->mark = g_strdup(mark);
  load->origin = g_strdup(origin);
  g_ptr_array_add(loads, load);
  newest = load;
  return load;
}

// Returns the last load of an address among those that have had a source, or have not. `is_unique` is set to whether
// documents of one origin began all of them.
static MediaLoad *last(const char *address, gboolean has_source, gboolean *is_unique) {
  MediaLoad *found = NULL;
  *is_unique = TRUE;
  for (guint i = 0; i < loads->len; i++) {
    MediaLoad *load = loads->pdata[i];
    if (load->has_source != has_source || strcmp(load->address, address) != 0)
      continue;
    *is_unique = *is_unique && (!found || g_strcmp0(found->origin, load->origin) == 0);
    found = load;
  }
  return found;
}

static MediaLoad *belonging(const char *address) {
  if (newest && strcmp(newest->address, address) == 0)
    return newest;
  gboolean is_unique = TRUE;
  MediaLoad *found = last(address, FALSE, &is_unique);
  if (!found)
    found = last(address, TRUE, &is_unique);
  if (!found || is_unique)
    return found;
  // Documents of several origins wait for this address, and any of them may ask.
  g_autoptr(GString) mark = g_string_new(NULL);
  mark_add(mark, CWK_MARK_ELSEWHERE, "1");
  return media_loads_add(address, mark->str, NULL);
}

// Called on any thread.
static void source_gone(gpointer data) { g_atomic_int_add(&((MediaLoad *)data)->sources, -1); }

MediaLoad *media_loads_claim(const char *uri, GObject *source) {
  // WebKit makes sources on the main thread.
  if (!loads || !g_main_context_is_owner(g_main_context_default()))
    return NULL;
  g_autofree char *address = without_fragment(uri);
  MediaLoad *load = belonging(address);
  newest = NULL;
  if (!load)
    return NULL;
  load->has_source = TRUE;
  g_atomic_int_inc(&load->sources);
  g_object_set_data_full(source, "swwebview-media-load", load, source_gone);
  return load;
}

MediaLoad *media_loads_find(const char *stand_in) {
  if (!loads || !strstr(stand_in, MEDIA_MARK))
    return NULL;
  // The rest of the address may have another spelling now.
  const char *id = strstr(stand_in, MEDIA_MARK);
  for (guint i = loads->len; i > 0; i--) {
    MediaLoad *load = loads->pdata[i - 1];
    if (g_str_has_suffix(load->stand_in, id))
      return load;
  }
  return NULL;
}
