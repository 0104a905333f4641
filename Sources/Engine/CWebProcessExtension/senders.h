// The documents that post script messages, as the view knows them.
#ifndef SWWEBVIEW_SENDERS_H
#define SWWEBVIEW_SENDERS_H

#include <webkit2/webkit-web-extension.h>

// Gives each document that begins in one of these worlds what senders_offer says. `worlds` is a list of names.
void senders_watch_worlds(GVariant *worlds);

// The global object of a frame's document in a world, empty for the page's own. Unref it.
JSCContext *senders_context(WebKitFrame *frame, const char *world);

// Tells the view where the document is, by a random id, and offers the id to the document's scripts: the window gets
// the property CWK_WINDOW_SENDER with the members `id` and `moved`, a function that tells the view the document's
// present address. The view hears when the document's scripts are no more. `world` is the name of the script's world;
// empty for the page's own.
void senders_offer(WebKitWebPage *page, WebKitFrame *frame, JSCContext *context, const char *world);

#endif
