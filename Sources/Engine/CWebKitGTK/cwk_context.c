#include "cwk_private.h"

typedef struct {
  CWKSchemeStartFn start;
  void *context;
} SchemeRoute;

CWKSchemeRequest *cwk_scheme_request_new(WebKitURISchemeRequest *request);

// An app's share of the disk, as on iOS: 15 % for a site, 20 % for all.
// https://webkit.org/blog/14403/updates-to-storage-policy/
static const double site_share = 0.15, whole_share = 0.2;

CWKContext *cwk_context_new(const char *data_folder, const char *cache_folder, const char *time_zone) {
  bool is_ephemeral = !data_folder && !cache_folder;
  g_autoptr(WebKitWebsiteDataManager) manager =
      is_ephemeral ? webkit_website_data_manager_new_ephemeral()
                   : webkit_website_data_manager_new("base-data-directory", data_folder, "base-cache-directory",
                                                     cache_folder, "origin-storage-ratio", site_share,
                                                     "total-storage-ratio", whole_share, NULL);
  WebKitWebContext *context =
      g_object_new(WEBKIT_TYPE_WEB_CONTEXT, "website-data-manager", manager, "time-zone-override", time_zone, NULL);
  if (!is_ephemeral) {
    // Cookies are the one kind of data that WebKit keeps only where it is told to.
    g_autofree char *cookies = g_build_filename(data_folder ? data_folder : cache_folder, "cookies.sqlite", NULL);
    webkit_cookie_manager_set_persistent_storage(webkit_website_data_manager_get_cookie_manager(manager), cookies,
                                                 WEBKIT_COOKIE_PERSISTENT_STORAGE_SQLITE);
  }
  return (CWKContext *)(void *)context;
}

void cwk_context_release(CWKContext *context) { g_object_unref(context); }

static void start_request(WebKitURISchemeRequest *request, gpointer data) {
  SchemeRoute *route = data;
  WebKitWebView *web_view = webkit_uri_scheme_request_get_web_view(request);
  route->start(cwk_scheme_request_new(request), web_view ? cwk_view_of(web_view) : NULL, route->context);
}

void cwk_context_register_scheme(CWKContext *context, const char *scheme, CWKSchemeStartFn start, void *start_context) {
  SchemeRoute *route = g_new(SchemeRoute, 1);
  *route = (SchemeRoute){start, start_context};
  webkit_web_context_register_uri_scheme(cwk_web_context(context), scheme, start_request, route, g_free);
  WebKitSecurityManager *security = webkit_web_context_get_security_manager(cwk_web_context(context));
  webkit_security_manager_register_uri_scheme_as_secure(security, scheme);
  webkit_security_manager_register_uri_scheme_as_cors_enabled(security, scheme);
  cwk_extension_note_scheme(cwk_web_context(context), scheme);
}

void cwk_context_set_languages(CWKContext *context, const char *const *languages, size_t count) {
  g_autofree const char **list = g_new0(const char *, count + 1);
  for (size_t i = 0; i < count; i++)
    list[i] = languages[i];
  webkit_web_context_set_preferred_languages(cwk_web_context(context), list);
}

void cwk_context_clear_memory_cache(CWKContext *context) {
  webkit_website_data_manager_clear(webkit_web_context_get_website_data_manager(cwk_web_context(context)),
                                    WEBKIT_WEBSITE_DATA_MEMORY_CACHE, 0, NULL, NULL, NULL);
}

void cwk_context_use_proxy(CWKContext *context, const char *address) {
  WebKitNetworkProxySettings *settings = webkit_network_proxy_settings_new(address, NULL);
  WebKitWebsiteDataManager *manager = webkit_web_context_get_website_data_manager(cwk_web_context(context));
  webkit_website_data_manager_set_network_proxy_settings(manager, WEBKIT_NETWORK_PROXY_MODE_CUSTOM, settings);
  webkit_network_proxy_settings_free(settings);
  webkit_website_data_manager_set_tls_errors_policy(manager, WEBKIT_TLS_ERRORS_POLICY_IGNORE);
}

void cwk_context_set_proxy(CWKContext *context, const char *address, const char *const *excluded, size_t count) {
  g_autofree const char **list = g_new0(const char *, count + 1);
  for (size_t i = 0; i < count; i++)
    list[i] = excluded[i];
  WebKitNetworkProxySettings *settings = address ? webkit_network_proxy_settings_new(address, list) : NULL;
  webkit_website_data_manager_set_network_proxy_settings(
      webkit_web_context_get_website_data_manager(cwk_web_context(context)),
      settings ? WEBKIT_NETWORK_PROXY_MODE_CUSTOM : WEBKIT_NETWORK_PROXY_MODE_DEFAULT, settings);
  g_clear_pointer(&settings, webkit_network_proxy_settings_free);
}

typedef struct {
  void (*settled)(void *context);
  void *context;
} Settling;

static void on_fetched(GObject *manager, GAsyncResult *result, gpointer data) {
  g_autofree Settling *settling = data;
  GList *found = webkit_website_data_manager_fetch_finish(WEBKIT_WEBSITE_DATA_MANAGER(manager), result, NULL);
  g_list_free_full(found, (GDestroyNotify)webkit_website_data_unref);
  settling->settled(settling->context);
}

void cwk_context_settle(CWKContext *context, void (*settled)(void *context), void *settled_context) {
  Settling *settling = g_new(Settling, 1);
  *settling = (Settling){settled, settled_context};
  // Any kind of data that the network process has will do.
  webkit_website_data_manager_fetch(webkit_web_context_get_website_data_manager(cwk_web_context(context)),
                                    WEBKIT_WEBSITE_DATA_HSTS_CACHE, NULL, on_fetched, settling);
}
