// A socket between the documents of this web process and the host. It is faster than WebKit's own messages, which take
// three threads each way.
//
// A frame is a CWKChannelHeader, the text, and the further bytes. The host's half is DocumentChannels in Swift.
#ifndef SWWEBVIEW_CHANNEL_H
#define SWWEBVIEW_CHANNEL_H

#include <webkit2/webkit-web-extension.h>

// Names the host's socket, in the abstract namespace. Only the first call counts.
void channel_set_name(const char *name);

// Gives a document its end: its window gets the property CWK_WINDOW_CHANNEL with functions, which the runtime
// takes away at document start. `ask(text)` waits for the host's answer. `hear(callback)` opens the channel, and has
// `callback` called with each text of the host's, up to a NUL, and the bytes that go with it, a Uint8Array; `post(text,
// bytes)` sends, and returns whether the channel is open.
void channel_offer(WebKitWebPage *page, WebKitFrame *frame, const char *identity);

#endif
