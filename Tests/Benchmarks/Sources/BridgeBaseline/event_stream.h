#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

// An endless GInputStream: what is pushed at one end comes out of asynchronous reads at the other, in order. It is what
// a server-sent event stream answers a scheme request with. GTK thread only.
#define BASELINE_TYPE_EVENT_STREAM (baseline_event_stream_get_type())
G_DECLARE_FINAL_TYPE(BaselineEventStream, baseline_event_stream, BASELINE, EVENT_STREAM, GInputStream)

// The caller owns the stream.
BaselineEventStream *baseline_event_stream_new(void);

// Copies `length` bytes to the end of the stream, and completes the read that waits for them.
void baseline_event_stream_push(BaselineEventStream *self, const char *bytes, gsize length);

G_END_DECLS
