// Questions of scripts that wait for the host's answer, such as `document.cookie`.
#ifndef SWWEBVIEW_QUESTIONS_H
#define SWWEBVIEW_QUESTIONS_H

#include <webkit2/webkit-web-extension.h>

// Remembers the host's socket, in the abstract namespace.
void questions_set_name(const char *name);

// Asks the host in the name of a document, and waits. Gives the answer, which the caller frees; NULL where there is
// none.
char *questions_ask(WebKitDOMDocument *document, const char *identity, const char *text, gsize size);

#endif
