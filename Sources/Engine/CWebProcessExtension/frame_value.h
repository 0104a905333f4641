// JavaScript values as text, for the way to the view.
#ifndef SWWEBVIEW_FRAME_VALUE_H
#define SWWEBVIEW_FRAME_VALUE_H

#include <jsc/jsc.h>

// Returns a value as JSON, in which text, numbers, null and arrays stand for themselves. The others are objects with
// one member, CWK_FRAME_VALUE_OBJECT and so on. A place that closes a cycle holds null. Returns NULL for what cannot be
// cloned. Free the text.
char *frame_value_text(JSCValue *value);

#endif
