// JavaScript values as text, for the way to the view.
#ifndef SWWEBVIEW_FRAME_VALUE_H
#define SWWEBVIEW_FRAME_VALUE_H

#include <jsc/jsc.h>

// Returns a value as JSON, in which text, numbers, null and arrays stand for themselves. The others are objects with
// one member: {"o": members of an object}, {"b": 0 or 1}, {"d": milliseconds of a date, null for an invalid one},
// {"n": a number that JSON lacks, by its name}, {"u": 0} for undefined. A place that closes a cycle holds null. Returns
// NULL for what cannot be cloned. Free the text.
char *frame_value_text(JSCValue *value);

#endif
