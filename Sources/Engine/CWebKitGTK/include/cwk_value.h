// JavaScript values as WebKit hands them to the host process.
#ifndef CWK_VALUE_H
#define CWK_VALUE_H

#include "cwk_base.h"

// A value of the host's own JavaScript context: a clone, whatever the page's scripts do. The same object of the same
// value graph always has the same address while a reference to it is held.
typedef struct CWKValue CWKValue;

typedef enum CWKValueKind {
  CWK_VALUE_UNDEFINED,
  CWK_VALUE_NULL,
  CWK_VALUE_BOOLEAN,
  CWK_VALUE_NUMBER,
  CWK_VALUE_STRING,
  CWK_VALUE_DATE,
  CWK_VALUE_ARRAY,
  CWK_VALUE_OBJECT,
} CWKValueKind;

CWKValue *cwk_value_retain(CWKValue *value);
void cwk_value_release(CWKValue *value);
CWKValueKind cwk_value_kind(CWKValue *value);
// A number; of a date, milliseconds since 1970; of a boolean, 0 or 1.
double cwk_value_number(CWKValue *value);
// Gives the bytes of a string, UTF-8, NUL characters included, to `receive`, within the call.
void cwk_value_string(CWKValue *value, void (*receive)(const char *bytes, size_t length, void *context), void *context);
size_t cwk_value_array_count(CWKValue *value);
// The element, with a reference for the caller.
CWKValue *cwk_value_array_element(CWKValue *value, size_t index);
// Calls `receive` with each own enumerable property, in order; the property lives until `receive` returns unless
// retained.
void cwk_value_properties(CWKValue *value, void (*receive)(const char *name, CWKValue *property, void *context),
                          void *context);

#endif
