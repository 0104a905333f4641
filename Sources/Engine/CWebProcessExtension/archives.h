// The resources of a web archive that a page shows. The host has them, and serves them at addresses of its own.
#ifndef SWWEBVIEW_ARCHIVES_H
#define SWWEBVIEW_ARCHIVES_H

#include <webkit2/webkit-web-extension.h>

// Handles the messages CWK_MESSAGE_ARCHIVE from the view.
void archives_watch(WebKitWebPage *page);

// Records a new document of the page's main frame. Call this function before the document's scripts run.
void archives_begin_document(WebKitWebPage *page, WebKitDOMDocument *document);

// Returns the address at which the host serves a resource that the page asks for; NULL where the page shows no archive
// that has the resource. Free the text.
char *archives_rewrite(WebKitWebPage *page, const char *uri);

#endif
