#include "media.h"
#include "hosts.h"
#include "mark.h"
#include "media_loads.h"
#include "messages.h"
#include <dlfcn.h>
#include <string.h>

enum {
  // Seconds after which a source that could make no request fails.
  REQUEST_LIMIT = 3,
};

// GStreamer's interface, as far as it is used here. It belongs to the stable ABI of GStreamer 1.
typedef struct {
  GTypeInterface parent;
  int (*get_type)(GType);
  const char *const *(*get_protocols)(GType);
  char *(*get_uri)(void *);
  gboolean (*set_uri)(void *, const char *, GError **);
} UriHandlerInterface;

enum { GST_URI_SRC = 2, GST_MESSAGE_ERROR = 1 << 1, GST_RESOURCE_ERROR_NOT_AUTHORIZED = 15 };

// MARK: Schemes

// The schemes of the host, and those whose source element is registered.
static GHashTable *served, *registered;
// The keys of `registered`. GStreamer keeps former arrays.
static const char *const *protocols;

void media_set_schemes(GVariant *schemes) {
  // WebKit plays no other schemes than its own and these. It reads the variable at each load.
  static const char variable[] = "WEBKIT_GST_ALLOWED_URI_PROTOCOLS";
  static char *given;
  if (!schemes || !g_variant_is_of_type(schemes, G_VARIANT_TYPE(CWK_SCHEMES_TYPE)))
    return;
  if (!served) {
    served = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    given = g_strdup(g_getenv(variable));
  }
  g_hash_table_remove_all(served);
  g_autofree const char **names = g_variant_get_strv(schemes, NULL);
  for (const char **name = names; *name; name++)
    g_hash_table_add(served, g_strdup(*name));
  g_autofree char *list = g_strjoinv(",", (char **)names);
  g_autofree char *all = given && *given ? g_strjoin(",", given, list, NULL) : g_strdup(list);
  g_setenv(variable, all, TRUE);
}

static char *scheme_of(const char *uri) { return g_ascii_strdown(uri, (gssize)strcspn(uri, ":")); }

gboolean media_is_served(const char *uri) {
  g_autofree char *scheme = scheme_of(uri);
  return served && g_hash_table_contains(served, scheme);
}

// MARK: The source

static UriHandlerInterface *web_source_handler;

static int uri_type(GType type) {
  (void)type;
  return GST_URI_SRC;
}

static const char *const *all_protocols(GType type) {
  (void)type;
  return protocols;
}

// Fails a source without a request: WebKit makes none, and reports nothing, where the document's policy allows the
// page's address and not the one that stands for it.
static gboolean give_up(gpointer data) {
  g_autoptr(GObject) source = g_weak_ref_get(data);
  const MediaLoad *load = source ? g_object_get_data(source, "swwebview-media-load") : NULL;
  void (*post)(void *, int, GQuark, int, char *, char *, const char *, const char *, int) =
      dlsym(RTLD_DEFAULT, "gst_element_message_full");
  GQuark (*domain)(void) = dlsym(RTLD_DEFAULT, "gst_resource_error_quark");
  if (load && !load->has_request && post && domain)
    post(source, GST_MESSAGE_ERROR, domain(), GST_RESOURCE_ERROR_NOT_AUTHORIZED, g_strdup("The policy has no request"),
         NULL, "", "", 0);
  return G_SOURCE_REMOVE;
}

static void free_reference(gpointer reference) {
  g_weak_ref_clear(reference);
  g_free(reference);
}

static gboolean source_set_uri(void *source, const char *uri, GError **error) {
  const MediaLoad *load = media_loads_claim(uri, source);
  if (!load) {
    g_set_error_literal(error, g_quark_from_static_string("swwebview"), 1, "No element loads this address");
    return FALSE;
  }
  if (!web_source_handler->set_uri(source, load->stand_in, error))
    return FALSE;
  GWeakRef *reference = g_new0(GWeakRef, 1);
  g_weak_ref_init(reference, source);
  // A busy main thread, which makes the request, does not run this.
  g_timeout_add_seconds_full(G_PRIORITY_LOW, REQUEST_LIMIT, give_up, reference, free_reference);
  return TRUE;
}

static void source_handler_init(gpointer interface, gpointer data) {
  (void)data;
  UriHandlerInterface *handler = interface;
  web_source_handler = g_type_interface_peek_parent(handler);
  handler->get_protocols = all_protocols;
  handler->set_uri = source_set_uri;
}

// Returns the type of the source: WebKit's own with another way to its address. WebKit's type exists only after the
// first load has begun, which is too late to register an element of it, and early enough to make one. G_TYPE_INVALID
// without WebKit's type.
static GType source_type(void) {
  static GType type;
  GType parent = g_type_from_name("WebKitWebSrc"), handler = g_type_from_name("GstURIHandler");
  if (!type && parent && handler && g_type_is_a(parent, handler)) {
    GTypeQuery query;
    g_type_query(parent, &query);
    type = g_type_register_static_simple(parent, "SWWebViewMediaSource", query.class_size, NULL, query.instance_size,
                                         NULL, 0);
    const GInterfaceInfo info = {.interface_init = source_handler_init};
    g_type_add_interface_static(type, handler, &info);
  }
  return type;
}

// MARK: The element that is registered

static GObjectClass *maker_parent;

// Makes a source in place of the registered element.
static GObject *maker_constructor(GType type, guint count, GObjectConstructParam *properties) {
  GType source = source_type();
  return source ? g_object_new(source, NULL) : maker_parent->constructor(type, count, properties);
}

static gboolean maker_set_uri(void *element, const char *uri, GError **error) {
  (void)element, (void)uri;
  g_set_error_literal(error, g_quark_from_static_string("swwebview"), 2, "WebKit has no source element");
  return FALSE;
}

static char *maker_get_uri(void *element) {
  (void)element;
  return NULL;
}

static void maker_handler_init(gpointer interface, gpointer data) {
  (void)data;
  UriHandlerInterface *handler = interface;
  handler->get_type = uri_type;
  handler->get_protocols = all_protocols;
  handler->get_uri = maker_get_uri;
  handler->set_uri = maker_set_uri;
}

static void maker_class_init(gpointer class, gpointer data) {
  (void)data;
  void (*describe)(gpointer, const char *, const char *, const char *, const char *) =
      dlsym(RTLD_DEFAULT, "gst_element_class_set_static_metadata");
  maker_parent = g_type_class_peek_parent(class);
  G_OBJECT_CLASS(class)->constructor = maker_constructor;
  if (describe)
    describe(class, "Custom scheme source", "Source/Network", "Loads media from custom schemes", "SWWebView");
}

static GType make_maker_type(const char *scheme) {
  GType (*element_type)(void) = dlsym(RTLD_DEFAULT, "gst_element_get_type");
  GType (*handler_type)(void) = dlsym(RTLD_DEFAULT, "gst_uri_handler_get_type");
  if (!element_type || !handler_type)
    return G_TYPE_INVALID;
  GTypeQuery query;
  g_type_query(element_type(), &query);
  g_autofree char *name = g_strconcat("SWWebViewMedia-", scheme, NULL);
  g_strdelimit(name, ".", '_');
  GType type = g_type_register_static_simple(element_type(), name, query.class_size, maker_class_init,
                                             query.instance_size, NULL, 0);
  const GInterfaceInfo info = {.interface_init = maker_handler_init};
  if (type)
    g_type_add_interface_static(type, handler_type(), &info);
  return type;
}

// Registers an element for a scheme, once. GStreamer starts with the first. WebKit starts it at its own first load,
// too. Where something is missing, the load fails as it does without an element.
static void register_source(const char *uri) {
  g_autofree char *scheme = scheme_of(uri);
  if (!registered)
    registered = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  if (g_hash_table_contains(registered, scheme))
    return;
  g_hash_table_add(registered, g_strdup(scheme));
  protocols = (const char *const *)g_hash_table_get_keys_as_array(registered, NULL);
  gboolean (*start)(int *, char ***, GError **) = dlsym(RTLD_DEFAULT, "gst_init_check");
  gboolean (*add)(void *, const char *, guint, GType) = dlsym(RTLD_DEFAULT, "gst_element_register");
  if (!start || !add || !start(NULL, NULL, NULL))
    return;
  GType type = make_maker_type(scheme);
  g_autofree char *name = g_strconcat("swwebviewmedia-", scheme, NULL);
  if (type)
    add(NULL, name, 256 /* GST_RANK_PRIMARY */, type);
}

// MARK: Requests

gboolean media_is_beginning(WebKitURIRequest *request) {
  const char *current = webkit_uri_request_get_uri(request);
  const char *method = webkit_uri_request_get_http_method(request);
  if (method && *method && strcmp(method, "GET") != 0)
    return FALSE;
  // WebKit gives the headers of requests for http addresses only.
  gboolean is_web = g_str_has_prefix(current, "http:") || g_str_has_prefix(current, "https:");
  g_autofree char *uri = g_strdup(current);
  if (!is_web) {
    g_autofree char *web = g_strconcat("http", strchr(uri, ':'), NULL);
    webkit_uri_request_set_uri(request, web);
  }
  SoupMessageHeaders *headers = webkit_uri_request_get_http_headers(request);
  // All other requests have these.
  gboolean is_beginning = !headers || (!soup_message_headers_get_one(headers, "Accept") &&
                                       !soup_message_headers_get_one(headers, "User-Agent"));
  if (!is_web)
    webkit_uri_request_set_uri(request, uri);
  return is_beginning;
}

void media_begin(const char *uri, const char *mark, const char *origin) {
  register_source(uri);
  media_loads_add(uri, mark, origin);
}

gboolean media_describe(SoupMessageHeaders *headers, GString *mark) {
  const char *destination = soup_message_headers_get_one(headers, "Sec-Fetch-Dest");
  if (g_strcmp0(destination, "video") != 0 && g_strcmp0(destination, "audio") != 0)
    return FALSE;
  gboolean is_cors = g_strcmp0(soup_message_headers_get_one(headers, "Sec-Fetch-Mode"), "cors") == 0;
  mark_add(mark, CWK_MARK_DESTINATION, destination);
  mark_add(mark, CWK_MARK_MODE, is_cors ? "cors" : "no-cors");
  // The credentials mode of an element with the attribute `crossorigin` is in the mark, where the element is known.
  if (!is_cors)
    mark_add(mark, CWK_MARK_CREDENTIALS, "include");
  soup_message_headers_replace(headers, CWK_MEDIA_HEADER, destination);
  // These are about the https address, or for servers of radio stations.
  static const char *const others[] = {"Sec-Fetch-Site", "Sec-Fetch-Mode", "Sec-Fetch-Dest", "Icy-Metadata",
                                       "Connection"};
  for (size_t i = 0; i < G_N_ELEMENTS(others); i++)
    soup_message_headers_remove(headers, others[i]);
  return TRUE;
}

gboolean media_restore(WebKitURIRequest *request) {
  const char *uri = webkit_uri_request_get_uri(request);
  MediaLoad *load = g_str_has_prefix(uri, "https:") ? media_loads_find(uri) : NULL;
  SoupMessageHeaders *headers = load ? webkit_uri_request_get_http_headers(request) : NULL;
  g_autoptr(GString) mark = g_string_new(load ? load->mark : NULL);
  if (!headers || !media_describe(headers, mark))
    return FALSE;
  load->has_request = TRUE;
  if (hosts_is_bridged(load->address) || mark_is_internal(load->address))
    soup_message_headers_replace(headers, CWK_MARK_HEADER, mark->str);
  webkit_uri_request_set_uri(request, load->address);
  return TRUE;
}
