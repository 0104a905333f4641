// A GInputStream whose bytes arrive from the host while WebKit reads.
#ifndef CWK_STREAM_H
#define CWK_STREAM_H

#include "cwk_private.h"

typedef struct CWKStream CWKStream;

CWKStream *cwk_stream_new(void);
// Empty callbacks: nothing is called back any more; the stream itself lives on while WebKit holds it.
void cwk_stream_set_callbacks(CWKStream *stream, CWKSchemeCallbacks callbacks);
// Queues bytes; `release` NULL copies them. Returns the number of bytes waiting.
size_t cwk_stream_write(CWKStream *stream, const void *bytes, size_t length, CWKReleaseFn release, void *context);
void cwk_stream_finish(CWKStream *stream);
// Takes the error over, which comes after the bytes that wait.
void cwk_stream_fail(CWKStream *stream, GError *error);

#endif
