// The files that a page may read: those of the folder that the application allowed with the page.
#ifndef SWWEBVIEW_FILES_H
#define SWWEBVIEW_FILES_H

#include <webkit2/webkit-web-extension.h>

// Answers the view's messages "swwebview-files" to the page: (ss) with the address of a file page that is about to be
// loaded, and the path of the folder, or of the one file, that it may read.
void files_watch(WebKitWebPage *page);

// Notes that the page's main frame has a new document. No script of the document has run.
void files_begin_document(WebKitWebPage *page, WebKitDOMDocument *document);

// Returns whether a request is for a file that the page may not read. Tells the view of a refused page, in the message
// "swwebview-file-refused" with its address.
gboolean files_refuse(WebKitWebPage *page, const char *uri);

#endif
