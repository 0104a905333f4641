#include "cwk_private.h"

typedef struct {
  void (*receive)(CWKWebsiteData *const *, size_t, void *);
  CWKDoneFn done;
  void *context;
} DataCall;

static const struct {
  unsigned plain;
  WebKitWebsiteDataTypes type;
} kinds[] = {
    {CWK_DATA_MEMORY_CACHE, WEBKIT_WEBSITE_DATA_MEMORY_CACHE},
    {CWK_DATA_DISK_CACHE, WEBKIT_WEBSITE_DATA_DISK_CACHE},
    {CWK_DATA_OFFLINE_APPLICATION_CACHE, WEBKIT_WEBSITE_DATA_OFFLINE_APPLICATION_CACHE},
    {CWK_DATA_SESSION_STORAGE, WEBKIT_WEBSITE_DATA_SESSION_STORAGE},
    {CWK_DATA_LOCAL_STORAGE, WEBKIT_WEBSITE_DATA_LOCAL_STORAGE},
    {CWK_DATA_WEBSQL_DATABASES, WEBKIT_WEBSITE_DATA_WEBSQL_DATABASES},
    {CWK_DATA_INDEXEDDB_DATABASES, WEBKIT_WEBSITE_DATA_INDEXEDDB_DATABASES},
    {CWK_DATA_COOKIES, WEBKIT_WEBSITE_DATA_COOKIES},
    {CWK_DATA_HASH_SALT, WEBKIT_WEBSITE_DATA_DEVICE_ID_HASH_SALT},
    {CWK_DATA_SERVICE_WORKER_REGISTRATIONS, WEBKIT_WEBSITE_DATA_SERVICE_WORKER_REGISTRATIONS},
    {CWK_DATA_FETCH_CACHE, WEBKIT_WEBSITE_DATA_DOM_CACHE},
};

static WebKitWebsiteDataTypes types_of(unsigned plain) {
  WebKitWebsiteDataTypes types = 0;
  for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++)
    types |= plain & kinds[i].plain ? kinds[i].type : 0;
  return types;
}

static WebKitWebsiteDataManager *manager_of(CWKContext *context) {
  return webkit_web_context_get_website_data_manager(cwk_web_context(context));
}

static WebKitWebsiteData *website_data(CWKWebsiteData *data) { return (WebKitWebsiteData *)(void *)data; }

CWKWebsiteData *cwk_website_data_retain(CWKWebsiteData *data) {
  webkit_website_data_ref(website_data(data));
  return data;
}

void cwk_website_data_release(CWKWebsiteData *data) { webkit_website_data_unref(website_data(data)); }

const char *cwk_website_data_name(CWKWebsiteData *data) { return webkit_website_data_get_name(website_data(data)); }

unsigned cwk_website_data_types(CWKWebsiteData *data) {
  WebKitWebsiteDataTypes types = webkit_website_data_get_types(website_data(data));
  unsigned plain = 0;
  for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++)
    plain |= types & kinds[i].type ? kinds[i].plain : 0;
  return plain;
}

static void on_fetched(GObject *source, GAsyncResult *result, gpointer data) {
  g_autofree DataCall *call = data;
  GList *found = webkit_website_data_manager_fetch_finish(WEBKIT_WEBSITE_DATA_MANAGER(source), result, NULL);
  g_autoptr(GPtrArray) records = g_ptr_array_new();
  for (GList *item = found; item; item = item->next)
    g_ptr_array_add(records, item->data);
  call->receive((CWKWebsiteData *const *)(void *)records->pdata, records->len, call->context);
  g_list_free_full(found, (GDestroyNotify)webkit_website_data_unref);
}

void cwk_context_fetch_data(CWKContext *context, unsigned types,
                            void (*receive)(CWKWebsiteData *const *, size_t, void *), void *receive_context) {
  DataCall *call = g_new(DataCall, 1);
  *call = (DataCall){receive, NULL, receive_context};
  webkit_website_data_manager_fetch(manager_of(context), types_of(types), NULL, on_fetched, call);
}

static void on_removed(GObject *source, GAsyncResult *result, gpointer data) {
  g_autofree DataCall *call = data;
  webkit_website_data_manager_remove_finish(WEBKIT_WEBSITE_DATA_MANAGER(source), result, NULL);
  call->done(call->context);
}

void cwk_context_remove_data(CWKContext *context, unsigned types, CWKWebsiteData *const *records, size_t count,
                             CWKDoneFn done, void *done_context) {
  DataCall *call = g_new(DataCall, 1);
  *call = (DataCall){NULL, done, done_context};
  g_autoptr(GList) list = NULL;
  for (size_t i = 0; i < count; i++)
    list = g_list_prepend(list, records[i]);
  webkit_website_data_manager_remove(manager_of(context), types_of(types), list, NULL, on_removed, call);
}

static void on_cleared(GObject *source, GAsyncResult *result, gpointer data) {
  g_autofree DataCall *call = data;
  webkit_website_data_manager_clear_finish(WEBKIT_WEBSITE_DATA_MANAGER(source), result, NULL);
  call->done(call->context);
}

void cwk_context_clear_data(CWKContext *context, unsigned types, int64_t microseconds, CWKDoneFn done,
                            void *done_context) {
  DataCall *call = g_new(DataCall, 1);
  *call = (DataCall){NULL, done, done_context};
  webkit_website_data_manager_clear(manager_of(context), types_of(types), microseconds, NULL, on_cleared, call);
}

typedef struct {
  void (*receive)(bool, size_t, void *);
  void *context;
} Wipe;

static void on_looked(GObject *source, GAsyncResult *result, gpointer data) {
  g_autofree Wipe *wipe = data;
  g_autoptr(GError) error = NULL;
  GList *found = webkit_website_data_manager_fetch_finish(WEBKIT_WEBSITE_DATA_MANAGER(source), result, &error);
  wipe->receive(!error, g_list_length(found), wipe->context);
  g_list_free_full(found, (GDestroyNotify)webkit_website_data_unref);
}

static void on_wiped(GObject *source, GAsyncResult *result, gpointer data) {
  Wipe *wipe = data;
  if (webkit_website_data_manager_clear_finish(WEBKIT_WEBSITE_DATA_MANAGER(source), result, NULL)) {
    webkit_website_data_manager_fetch(WEBKIT_WEBSITE_DATA_MANAGER(source), WEBKIT_WEBSITE_DATA_ALL, NULL, on_looked,
                                      wipe);
    return;
  }
  wipe->receive(false, 0, wipe->context);
  g_free(wipe);
}

void cwk_context_wipe(CWKContext *context, void (*receive)(bool is_done, size_t sites, void *context),
                      void *receive_context) {
  Wipe *wipe = g_new(Wipe, 1);
  *wipe = (Wipe){receive, receive_context};
  webkit_website_data_manager_clear(manager_of(context), WEBKIT_WEBSITE_DATA_ALL, 0, NULL, on_wiped, wipe);
}

void cwk_registrable_domain(const char *host, void (*receive)(const char *, void *), void *context) {
  const char *domain = soup_tld_get_base_domain(host, NULL);
  receive(domain ? domain : host, context);
}
