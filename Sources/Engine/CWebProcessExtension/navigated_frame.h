// Finds the frames of a navigation, because WebKit does not tell.
#ifndef SWWEBVIEW_NAVIGATED_FRAME_H
#define SWWEBVIEW_NAVIGATED_FRAME_H

#include "messages.h"
#include <webkit2/webkit-web-extension.h>

typedef struct {
  const char *uri;
  // The address of the document that asks, as the request's `Referer` has it; empty where the request has none.
  const char *referrer;
  // Fetch's destination, which WebKit adds to a redirected request; empty where it is not known.
  const char *destination;
  // The request's `Accept`; empty where the request has none.
  const char *accept;
  CWKNavigationType type;
  gboolean is_redirect;
} Navigation;

typedef struct {
  // The document that asks, and the one that will be replaced; NULL where they are not known.
  WebKitDOMDocument *source, *target;
  // Whether the target is a subframe, where `target` is NULL.
  gboolean is_subframe;
  // The value of the attribute `download` of the link that the navigation follows, to be freed; NULL where it has none.
  char *download;
  // The referrer policy for the navigation, to be freed; NULL for none.
  char *referrer_policy;
} NavigatedFrame;

// Looks for the click, the submitted form, or the frame element behind a navigation, then for the document that the
// referrer names. No script runs. The documents belong to the page.
NavigatedFrame navigated_frame_find(WebKitWebPage *page, const Navigation *navigation);

#endif
