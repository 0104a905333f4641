#pragma once

#include <webkit2/webkit2.h>

// The bridge, written by hand: a command comes up as a script message, its reply goes down an event stream.
typedef struct Bridge Bridge;

// Listens to the message handler `SWWebView` of `content`. Lives as long as the process.
Bridge *bridge_new(WebKitUserContentManager *content);

// Answers a request for `BRIDGE_EVENTS` with a new event stream, which takes the place of the one before.
void bridge_open_events(Bridge *self, WebKitURISchemeRequest *request);

// The path of the event stream on the page's own origin.
#define BRIDGE_EVENTS "/___events___"
