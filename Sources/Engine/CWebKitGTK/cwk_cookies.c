#include "cwk_private.h"

typedef struct {
  void *context;
  union {
    CWKCookiesFn cookies;
    CWKDoneFn done;
    void (*acceptance)(bool, void *);
  } receive;
} CookieCall;

typedef struct {
  void (*changed)(void *context);
  void *context;
} Observation;

static WebKitCookieManager *manager_of(CWKContext *context) {
  return webkit_web_context_get_cookie_manager(cwk_web_context(context));
}

static CookieCall *call_new(void *context) {
  CookieCall *call = g_new0(CookieCall, 1);
  call->context = context;
  return call;
}

static CWKSameSite plain_same_site(SoupSameSitePolicy policy) {
  switch (policy) {
  case SOUP_SAME_SITE_POLICY_STRICT:
    return CWK_SAME_SITE_STRICT;
  case SOUP_SAME_SITE_POLICY_LAX:
    return CWK_SAME_SITE_LAX;
  default:
    return CWK_SAME_SITE_NONE;
  }
}

static SoupSameSitePolicy soup_same_site(CWKSameSite policy) {
  switch (policy) {
  case CWK_SAME_SITE_STRICT:
    return SOUP_SAME_SITE_POLICY_STRICT;
  case CWK_SAME_SITE_LAX:
    return SOUP_SAME_SITE_POLICY_LAX;
  default:
    return SOUP_SAME_SITE_POLICY_NONE;
  }
}

static CWKCookie plain_cookie(SoupCookie *cookie) {
  GDateTime *expires = soup_cookie_get_expires(cookie);
  return (CWKCookie){
      .name = soup_cookie_get_name(cookie),
      .value = soup_cookie_get_value(cookie),
      .domain = soup_cookie_get_domain(cookie),
      .path = soup_cookie_get_path(cookie),
      .expires = expires ? (double)g_date_time_to_unix(expires) : 0,
      .session_only = !expires,
      .secure = soup_cookie_get_secure(cookie),
      .http_only = soup_cookie_get_http_only(cookie),
      .same_site = plain_same_site(soup_cookie_get_same_site_policy(cookie)),
  };
}

static SoupCookie *soup_cookie_of(const CWKCookie *plain) {
  SoupCookie *cookie = soup_cookie_new(plain->name, plain->value, plain->domain, plain->path, -1);
  if (!plain->session_only) {
    // The years that GDateTime can hold.
    g_autoptr(GDateTime) expires = g_date_time_new_from_unix_utc((gint64)CLAMP(plain->expires, 0, 253402300799.0));
    soup_cookie_set_expires(cookie, expires);
  }
  soup_cookie_set_secure(cookie, plain->secure);
  soup_cookie_set_http_only(cookie, plain->http_only);
  soup_cookie_set_same_site_policy(cookie, soup_same_site(plain->same_site));
  return cookie;
}

static void on_cookies(GObject *source, GAsyncResult *result, gpointer data) {
  g_autofree CookieCall *call = data;
  GList *found = webkit_cookie_manager_get_all_cookies_finish(WEBKIT_COOKIE_MANAGER(source), result, NULL);
  g_autofree CWKCookie *cookies = g_new0(CWKCookie, g_list_length(found) + 1);
  size_t count = 0;
  for (GList *item = found; item; item = item->next)
    cookies[count++] = plain_cookie(item->data);
  call->receive.cookies(cookies, count, call->context);
  g_list_free_full(found, (GDestroyNotify)soup_cookie_free);
}

void cwk_context_get_cookies(CWKContext *context, CWKCookiesFn receive, void *receive_context) {
  CookieCall *call = call_new(receive_context);
  call->receive.cookies = receive;
  webkit_cookie_manager_get_all_cookies(manager_of(context), NULL, on_cookies, call);
}

static void on_set(GObject *source, GAsyncResult *result, gpointer data) {
  g_autofree CookieCall *call = data;
  webkit_cookie_manager_add_cookie_finish(WEBKIT_COOKIE_MANAGER(source), result, NULL);
  call->receive.done(call->context);
}

void cwk_context_set_cookie(CWKContext *context, const CWKCookie *cookie, CWKDoneFn done, void *done_context) {
  CookieCall *call = call_new(done_context);
  call->receive.done = done;
  g_autoptr(SoupCookie) own = soup_cookie_of(cookie);
  webkit_cookie_manager_add_cookie(manager_of(context), own, NULL, on_set, call);
}

static void on_deleted(GObject *source, GAsyncResult *result, gpointer data) {
  g_autofree CookieCall *call = data;
  webkit_cookie_manager_delete_cookie_finish(WEBKIT_COOKIE_MANAGER(source), result, NULL);
  call->receive.done(call->context);
}

void cwk_context_delete_cookie(CWKContext *context, const CWKCookie *cookie, CWKDoneFn done, void *done_context) {
  CookieCall *call = call_new(done_context);
  call->receive.done = done;
  g_autoptr(SoupCookie) own = soup_cookie_of(cookie);
  webkit_cookie_manager_delete_cookie(manager_of(context), own, NULL, on_deleted, call);
}

static void on_acceptance(GObject *source, GAsyncResult *result, gpointer data) {
  g_autofree CookieCall *call = data;
  WebKitCookieAcceptPolicy policy =
      webkit_cookie_manager_get_accept_policy_finish(WEBKIT_COOKIE_MANAGER(source), result, NULL);
  call->receive.acceptance(policy != WEBKIT_COOKIE_POLICY_ACCEPT_NEVER, call->context);
}

void cwk_context_get_cookie_acceptance(CWKContext *context, void (*receive)(bool, void *), void *receive_context) {
  CookieCall *call = call_new(receive_context);
  call->receive.acceptance = receive;
  webkit_cookie_manager_get_accept_policy(manager_of(context), NULL, on_acceptance, call);
}

void cwk_context_set_cookie_acceptance(CWKContext *context, bool accepts) {
  webkit_cookie_manager_set_accept_policy(manager_of(context), accepts ? WEBKIT_COOKIE_POLICY_ACCEPT_NO_THIRD_PARTY
                                                                       : WEBKIT_COOKIE_POLICY_ACCEPT_NEVER);
}

static void on_changed(WebKitCookieManager *manager, gpointer data) {
  (void)manager;
  Observation *observation = data;
  observation->changed(observation->context);
}

static void free_observation(gpointer data, GClosure *closure) {
  (void)closure;
  g_free(data);
}

unsigned long cwk_context_observe_cookies(CWKContext *context, void (*changed)(void *), void *changed_context) {
  Observation *observation = g_new(Observation, 1);
  *observation = (Observation){changed, changed_context};
  return g_signal_connect_data(manager_of(context), "changed", G_CALLBACK(on_changed), observation, free_observation,
                               0);
}

void cwk_context_unobserve_cookies(CWKContext *context, unsigned long observation) {
  g_signal_handler_disconnect(manager_of(context), observation);
}
