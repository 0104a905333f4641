// A GInputStream whose bytes arrive from the host while WebKit reads.
#ifndef CWK_STREAM_H
#define CWK_STREAM_H

#include "cwk_private.h"

typedef struct CWKStream CWKStream;

// `stopped` and `drained` are called from the main loop, never inside a call on the stream.
CWKStream *cwk_stream_new(void (*stopped)(void *), void (*drained)(void *), void *context);
// After this nothing is called back; the stream itself lives on while WebKit holds it.
void cwk_stream_disconnect(CWKStream *stream);
// Queues bytes; `release` NULL copies them. Returns the number of bytes waiting.
size_t cwk_stream_write(CWKStream *stream, const void *bytes, size_t length, CWKReleaseFn release, void *context);
void cwk_stream_finish(CWKStream *stream);
// Takes the error over and drops what waits.
void cwk_stream_fail(CWKStream *stream, GError *error);

#endif
