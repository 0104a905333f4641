// The files that a page may read. The application allows a folder when it loads the page.
#ifndef SWWEBVIEW_FILES_H
#define SWWEBVIEW_FILES_H

#include <webkit2/webkit-web-extension.h>

// Handles the messages CWK_MESSAGE_FILES from the view.
void files_watch(WebKitWebPage *page);

// Records a new document of the page's main frame. Call this function before the document's scripts run.
void files_begin_document(WebKitWebPage *page, WebKitDOMDocument *document);

// Returns whether a request is for a file that the page may not read. For a refused page, sends the message
// CWK_MESSAGE_FILE_REFUSED to the view.
gboolean files_refuse(WebKitWebPage *page, const char *uri);

#endif
