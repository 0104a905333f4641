// The cookies of a context.
#ifndef CWK_COOKIES_H
#define CWK_COOKIES_H

#include "cwk_context.h"

// The requests of other sites that a cookie goes with.
typedef enum CWKSameSite { CWK_SAME_SITE_NONE, CWK_SAME_SITE_LAX, CWK_SAME_SITE_STRICT } CWKSameSite;

// A cookie. The strings belong to the caller of the function, or of the callback, that the cookie is given to.
typedef struct CWKCookie {
  const char *name, *value, *domain, *path;
  // Seconds since 1970; without effect for a session cookie.
  double expires;
  bool session_only;
  bool secure;
  bool http_only;
  CWKSameSite same_site;
} CWKCookie;

// Each function below calls its callback once, later.
typedef void (*CWKCookiesFn)(const CWKCookie *cookies, size_t count, void *context);
typedef void (*CWKDoneFn)(void *context);

void cwk_context_get_cookies(CWKContext *context, CWKCookiesFn receive, void *receive_context);
// Adds the cookie, in place of one with the same name, domain and path.
void cwk_context_set_cookie(CWKContext *context, const CWKCookie *cookie, CWKDoneFn done, void *done_context);
// Deletes the cookie with the same name, value, domain and path, if any.
void cwk_context_delete_cookie(CWKContext *context, const CWKCookie *cookie, CWKDoneFn done, void *done_context);

void cwk_context_get_cookie_acceptance(CWKContext *context, void (*receive)(bool accepts, void *context),
                                       void *receive_context);
// Accepts cookies of first parties, or none. Reaches the network process before any call that is made afterwards.
void cwk_context_set_cookie_acceptance(CWKContext *context, bool accepts);

// Calls `changed` after each change of the cookies, until cwk_context_unobserve_cookies is given the number that is
// returned.
unsigned long cwk_context_observe_cookies(CWKContext *context, void (*changed)(void *context), void *changed_context);
void cwk_context_unobserve_cookies(CWKContext *context, unsigned long observation);

#endif
