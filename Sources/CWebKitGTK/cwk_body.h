// Getting at a request's body without dying.
#ifndef CWK_BODY_H
#define CWK_BODY_H

#include "cwk_private.h"

CWKBodyState cwk_body_open(WebKitURISchemeRequest *request, GInputStream **body);

#endif
