#include "proxy_private.h"
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>

// GLib reads certificates and cannot make them; GnuTLS is what speaks TLS for GLib.

typedef struct {
  gnutls_x509_privkey_t key;
  gnutls_x509_crt_t certificate;
} Pair;

static int make(Pair *pair) {
  // Version 3 of X.509; valid for the life of any process.
  const time_t now = time(NULL), day = 24 * 60 * 60;
  static const char serial[] = {1};
  static const char name[] = "CN=SWWebView";
  const char *failed = NULL;
  int result =
      gnutls_x509_privkey_generate(pair->key, GNUTLS_PK_ECDSA, GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), 0);
  if (result >= 0)
    result = gnutls_x509_crt_set_dn(pair->certificate, name, &failed);
  if (result >= 0)
    result = gnutls_x509_crt_set_version(pair->certificate, 3);
  if (result >= 0)
    result = gnutls_x509_crt_set_serial(pair->certificate, serial, sizeof serial);
  if (result >= 0)
    result = gnutls_x509_crt_set_activation_time(pair->certificate, now - day);
  if (result >= 0)
    result = gnutls_x509_crt_set_expiration_time(pair->certificate, now + 365 * day);
  if (result >= 0)
    result = gnutls_x509_crt_set_key(pair->certificate, pair->key);
  if (result >= 0)
    result = gnutls_x509_crt_sign2(pair->certificate, pair->certificate, pair->key, GNUTLS_DIG_SHA256, 0);
  return result;
}

static GTlsCertificate *as_certificate(const Pair *pair, GError **error) {
  gnutls_datum_t certificate = {0}, key = {0};
  int result = gnutls_x509_crt_export2(pair->certificate, GNUTLS_X509_FMT_PEM, &certificate);
  if (result >= 0)
    result = gnutls_x509_privkey_export2(pair->key, GNUTLS_X509_FMT_PEM, &key);
  GTlsCertificate *made = NULL;
  if (result >= 0) {
    g_autofree char *pem =
        g_strdup_printf("%.*s%.*s", (int)certificate.size, certificate.data, (int)key.size, key.data);
    made = g_tls_certificate_new_from_pem(pem, -1, error);
  } else {
    g_set_error_literal(error, G_TLS_ERROR, G_TLS_ERROR_MISC, gnutls_strerror(result));
  }
  gnutls_free(certificate.data);
  gnutls_free(key.data);
  return made;
}

GTlsCertificate *proxy_certificate_new(GError **error) {
  Pair pair = {0};
  GTlsCertificate *made = NULL;
  int result = gnutls_x509_privkey_init(&pair.key);
  if (result >= 0)
    result = gnutls_x509_crt_init(&pair.certificate);
  if (result >= 0)
    result = make(&pair);
  if (result >= 0)
    made = as_certificate(&pair, error);
  else
    g_set_error_literal(error, G_TLS_ERROR, G_TLS_ERROR_MISC, gnutls_strerror(result));
  gnutls_x509_crt_deinit(pair.certificate);
  gnutls_x509_privkey_deinit(pair.key);
  return made;
}
