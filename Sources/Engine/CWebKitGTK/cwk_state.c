#include "cwk_state.h"
#include "cwk_private.h"

void cwk_view_session(CWKView *self, CWKBytesFn receive, void *context) {
  g_autoptr(WebKitWebViewSessionState) state = webkit_web_view_get_session_state(self->web_view);
  g_autoptr(GBytes) bytes = webkit_web_view_session_state_serialize(state);
  gsize length = 0;
  const void *data = g_bytes_get_data(bytes, &length);
  receive(data, length, context);
}

bool cwk_view_restore_session(CWKView *self, const void *bytes, size_t length) {
  g_autoptr(GBytes) copy = g_bytes_new(bytes, length);
  g_autoptr(WebKitWebViewSessionState) state = webkit_web_view_session_state_new(copy);
  if (state)
    webkit_web_view_restore_session_state(self->web_view, state);
  return state != NULL;
}

bool cwk_view_certificates(CWKView *self, unsigned *errors, CWKBytesFn receive, void *context) {
  GTlsCertificate *certificate = NULL;
  GTlsCertificateFlags flags = 0;
  if (!webkit_web_view_get_tls_info(self->web_view, &certificate, &flags) || !certificate)
    return false;
  *errors = flags;
  for (; certificate; certificate = g_tls_certificate_get_issuer(certificate)) {
    g_autoptr(GByteArray) der = NULL;
    g_object_get(certificate, "certificate", &der, NULL);
    if (der)
      receive(der->data, der->len, context);
  }
  return true;
}
