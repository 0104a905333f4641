// The latest actions on elements of a page: clicks, keys and submitted forms. WebKit reports a navigation without its
// frame, and these actions tell the frame.
#ifndef SWWEBVIEW_ACTIONS_H
#define SWWEBVIEW_ACTIONS_H

#include <webkit2/webkit-web-extension.h>

typedef enum { ACTION_CLICK, ACTION_SUBMIT } ActionKind;

// An action. The objects are NULL when their document has ended.
typedef struct {
  ActionKind kind;
  GWeakRef document;
  // The link or the file input that was clicked, or the form; also NULL for a click elsewhere and for a key.
  GWeakRef element;
  // The address of the link when it was clicked; NULL for other elements. A script can change it before WebKit follows.
  char *address;
} Action;

// Watches the forms of a page.
void actions_watch(WebKitWebPage *page);

// Watches the clicks and keys in a document. Call this function before the document's scripts run: no script can then
// hide a click. Tells the view each click in a link, and the first of several others in one document.
void actions_begin_document(WebKitWebPage *page, WebKitDOMDocument *document);

// Records a click on an element that no listener of its window hears.
void actions_note_click(WebKitWebPage *page, WebKitDOMNode *target);

// The latest actions of a page, Action, the newest first. The page owns the queue.
GQueue *actions_of(WebKitWebPage *page);

#endif
