// The state of a view's history, and the certificates of its page's server. Call all of it on the main thread.
#ifndef CWK_STATE_H
#define CWK_STATE_H

#include "cwk_view.h"

typedef void (*CWKBytesFn)(const void *bytes, size_t length, void *context);

// Gives the visited pages with their scroll positions and forms, as bytes for cwk_view_restore_session, to `receive`.
// The bytes live for the call.
void cwk_view_session(CWKView *view, CWKBytesFn receive, void *context);
// Replaces the visited pages. Nothing is loaded. False for bytes that WebKit did not write.
bool cwk_view_restore_session(CWKView *view, const void *bytes, size_t length);

// Gives the certificates of the page's server to `receive` as DER, the server's own first; each lives for the call.
// `errors` gets WebKit's doubts about them, a GTlsCertificateFlags. False for a page without TLS.
bool cwk_view_certificates(CWKView *view, unsigned *errors, CWKBytesFn receive, void *context);

#endif
