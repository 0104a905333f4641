#include "cwk_private.h"

static WebKitAuthenticationRequest *auth(CWKChallenge *challenge) {
  return (WebKitAuthenticationRequest *)(void *)challenge;
}

const char *cwk_challenge_host(CWKChallenge *self) { return webkit_authentication_request_get_host(auth(self)); }
unsigned cwk_challenge_port(CWKChallenge *self) { return webkit_authentication_request_get_port(auth(self)); }
const char *cwk_challenge_realm(CWKChallenge *self) { return webkit_authentication_request_get_realm(auth(self)); }
int cwk_challenge_scheme(CWKChallenge *self) { return (int)webkit_authentication_request_get_scheme(auth(self)); }
bool cwk_challenge_is_proxy(CWKChallenge *self) { return webkit_authentication_request_is_for_proxy(auth(self)); }
bool cwk_challenge_is_secure(CWKChallenge *self) {
  WebKitSecurityOrigin *origin = webkit_authentication_request_get_security_origin(auth(self));
  bool is_secure = origin && g_strcmp0(webkit_security_origin_get_protocol(origin), "https") == 0;
  if (origin)
    webkit_security_origin_unref(origin);
  return is_secure;
}
bool cwk_challenge_is_retry(CWKChallenge *self) { return webkit_authentication_request_is_retry(auth(self)); }

void cwk_challenge_answer(CWKChallenge *self, const char *user, const char *password, bool is_kept) {
  WebKitCredentialPersistence persistence =
      is_kept ? WEBKIT_CREDENTIAL_PERSISTENCE_FOR_SESSION : WEBKIT_CREDENTIAL_PERSISTENCE_NONE;
  WebKitCredential *credential = user ? webkit_credential_new(user, password ? password : "", persistence) : NULL;
  webkit_authentication_request_authenticate(auth(self), credential);
  if (credential)
    webkit_credential_free(credential);
  g_object_unref(self);
}

void cwk_challenge_cancel(CWKChallenge *self) {
  webkit_authentication_request_cancel(auth(self));
  g_object_unref(self);
}
