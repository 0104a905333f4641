// Media elements on custom schemes. WebKit gives media to GStreamer, which knows no custom schemes. WebKit's own source
// element for http(s) loads them here: it asks for an https address that stands for the page's address (the stand-in),
// and the extension puts the page's address back into each of its requests. So ranges, CORS, tainting and policies are
// WebKit's, and the host gets ordinary requests of the scheme.
//
// An element's load begins with a request without any headers, which goes nowhere. The source's requests follow it.
#ifndef SWWEBVIEW_MEDIA_H
#define SWWEBVIEW_MEDIA_H

#include <webkit2/webkit-web-extension.h>

// Sets the schemes, a list of texts: those that handlers of the host serve.
void media_set_schemes(GVariant *schemes);

// Returns whether a request is the one that begins a media element's load, of any scheme. Its address has to stay:
// scripts see it in `currentSrc`.
gboolean media_is_beginning(WebKitURIRequest *request);

// Returns whether media elements load an address by this file.
gboolean media_is_served(const char *uri);

// Records that a media element begins to load `uri`. Registers the source element of its scheme first.
//
// - mark: the facts about the source's requests that the host gets.
// - origin: the origin of the document that asks; NULL where it is not known.
void media_begin(const char *uri, const char *mark, const char *origin);

// Adds the facts that WebKit reports of a media element's request for an https address to the request's mark, and names
// the request one of media in its headers. Returns FALSE, and changes nothing, for any other request: no script can set
// the headers that WebKit reports these facts in.
gboolean media_describe(SoupMessageHeaders *headers, GString *mark);

// Puts the page's address into a request of a source element, and the facts about it into its headers. Returns FALSE,
// and changes nothing, for any other request. No script can make such a request: the stand-in has a random id, and only
// WebKit sets the destination of a media element.
gboolean media_restore(WebKitURIRequest *request);

#endif
