// Questions of scripts that wait for the host's answer, such as `document.cookie`.
#ifndef SWWEBVIEW_QUESTIONS_H
#define SWWEBVIEW_QUESTIONS_H

#include <webkit2/webkit-web-extension.h>

// Remembers the host's socket, in the abstract namespace.
void questions_set_name(const char *name);

// Asks the host in the name of a document of a page, and waits. Gives the answer, which the caller frees; NULL where
// there is none.
char *questions_ask(guint64 page, WebKitDOMDocument *document, const char *text, gsize size);

#endif
