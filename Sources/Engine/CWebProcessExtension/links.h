// Links, forms and file inputs of a document, as WebKit follows them.
#ifndef SWWEBVIEW_LINKS_H
#define SWWEBVIEW_LINKS_H

#include <webkit2/webkit-web-extension.h>

// Returns the link that a node is in, itself included; NULL where there is none.
WebKitDOMElement *link_around(WebKitDOMNode *node);

// Returns the address of a link. Free the text.
char *link_address(WebKitDOMElement *link);

// Returns the value of a link's attribute `download`. NULL where it has none, or leads to another origin, where WebKit
// ignores the attribute. Free the text.
char *link_download(WebKitDOMElement *link);

// Returns the referrer policy for what a link or a form leads to: its own, or else its document's. NULL for none. Free
// the text.
char *link_referrer_policy(WebKitDOMElement *element);

gboolean is_file_input(gpointer node);

// Returns whether a form can send a request to `uri`.
gboolean form_sends_to(WebKitDOMElement *form, const char *uri);

// Returns whether two addresses are the same but for their fragments.
gboolean is_same_address(const char *first, const char *second);

// Returns the document that an element's `target` names, or its document's `<base target>`: NULL for a new window.
WebKitDOMDocument *link_target(WebKitWebPage *page, WebKitDOMElement *element);

#endif
