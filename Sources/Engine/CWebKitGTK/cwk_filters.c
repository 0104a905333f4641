#include "cwk_private.h"

typedef struct {
  void *context;
  union {
    CWKFilterFn filter;
    void (*removed)(const CWKError *, void *);
    void (*identifiers)(const char *const *, size_t, void *);
  } receive;
} FilterCall;

static WebKitUserContentFilterStore *filter_store(CWKFilterStore *store) {
  return (WebKitUserContentFilterStore *)(void *)store;
}

static WebKitUserContentFilter *user_content_filter(CWKFilter *filter) {
  return (WebKitUserContentFilter *)(void *)filter;
}

static FilterCall *call_new(void *context) {
  FilterCall *call = g_new0(FilterCall, 1);
  call->context = context;
  return call;
}

CWKFilterStore *cwk_filter_store_new(const char *folder) {
  return (CWKFilterStore *)(void *)webkit_user_content_filter_store_new(folder);
}

void cwk_filter_store_release(CWKFilterStore *store) { g_object_unref(store); }

static void conclude(FilterCall *call, WebKitUserContentFilter *filter, GError *error) {
  if (filter) {
    call->receive.filter((CWKFilter *)(void *)filter, NULL, call->context);
    webkit_user_content_filter_unref(filter);
  } else {
    CWKError plain = cwk_error(error);
    call->receive.filter(NULL, &plain, call->context);
    g_error_free(error);
  }
  g_free(call);
}

static void on_compiled(GObject *source, GAsyncResult *result, gpointer data) {
  GError *error = NULL;
  WebKitUserContentFilter *filter =
      webkit_user_content_filter_store_save_finish(WEBKIT_USER_CONTENT_FILTER_STORE(source), result, &error);
  conclude(data, filter, error);
}

void cwk_filter_store_compile(CWKFilterStore *store, const char *identifier, const char *json, size_t length,
                              CWKFilterFn receive, void *context) {
  FilterCall *call = call_new(context);
  call->receive.filter = receive;
  g_autoptr(GBytes) bytes = g_bytes_new(json, length);
  webkit_user_content_filter_store_save(filter_store(store), identifier, bytes, NULL, on_compiled, call);
}

static void on_looked_up(GObject *source, GAsyncResult *result, gpointer data) {
  GError *error = NULL;
  WebKitUserContentFilter *filter =
      webkit_user_content_filter_store_load_finish(WEBKIT_USER_CONTENT_FILTER_STORE(source), result, &error);
  conclude(data, filter, error);
}

void cwk_filter_store_look_up(CWKFilterStore *store, const char *identifier, CWKFilterFn receive, void *context) {
  FilterCall *call = call_new(context);
  call->receive.filter = receive;
  webkit_user_content_filter_store_load(filter_store(store), identifier, NULL, on_looked_up, call);
}

static void on_removed(GObject *source, GAsyncResult *result, gpointer data) {
  g_autofree FilterCall *call = data;
  g_autoptr(GError) error = NULL;
  webkit_user_content_filter_store_remove_finish(WEBKIT_USER_CONTENT_FILTER_STORE(source), result, &error);
  CWKError plain = error ? cwk_error(error) : (CWKError){0};
  call->receive.removed(error ? &plain : NULL, call->context);
}

void cwk_filter_store_remove(CWKFilterStore *store, const char *identifier, void (*receive)(const CWKError *, void *),
                             void *context) {
  FilterCall *call = call_new(context);
  call->receive.removed = receive;
  webkit_user_content_filter_store_remove(filter_store(store), identifier, NULL, on_removed, call);
}

static void on_identifiers(GObject *source, GAsyncResult *result, gpointer data) {
  g_autofree FilterCall *call = data;
  g_auto(GStrv) found =
      webkit_user_content_filter_store_fetch_identifiers_finish(WEBKIT_USER_CONTENT_FILTER_STORE(source), result);
  call->receive.identifiers((const char *const *)found, found ? g_strv_length(found) : 0, call->context);
}

void cwk_filter_store_identifiers(CWKFilterStore *store, void (*receive)(const char *const *, size_t, void *),
                                  void *context) {
  FilterCall *call = call_new(context);
  call->receive.identifiers = receive;
  webkit_user_content_filter_store_fetch_identifiers(filter_store(store), NULL, on_identifiers, call);
}

CWKFilter *cwk_filter_retain(CWKFilter *filter) {
  webkit_user_content_filter_ref(user_content_filter(filter));
  return filter;
}

void cwk_filter_release(CWKFilter *filter) { webkit_user_content_filter_unref(user_content_filter(filter)); }

const char *cwk_filter_identifier(CWKFilter *filter) {
  return webkit_user_content_filter_get_identifier(user_content_filter(filter));
}

void cwk_view_add_filter(CWKView *view, CWKFilter *filter) {
  webkit_user_content_manager_add_filter(view->content, user_content_filter(filter));
}

void cwk_view_remove_filter(CWKView *view, const char *identifier) {
  webkit_user_content_manager_remove_filter_by_id(view->content, identifier);
}

void cwk_view_remove_all_filters(CWKView *view) { webkit_user_content_manager_remove_all_filters(view->content); }
