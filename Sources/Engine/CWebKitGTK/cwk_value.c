#include "cwk_private.h"

static JSCValue *js(CWKValue *value) { return (JSCValue *)(void *)value; }

CWKValue *cwk_value_retain(CWKValue *value) { return g_object_ref(value); }

void cwk_value_release(CWKValue *value) { g_object_unref(value); }

CWKValueKind cwk_value_kind(CWKValue *value) {
  JSCValue *v = js(value);
  if (jsc_value_is_string(v))
    return CWK_VALUE_STRING;
  if (jsc_value_is_boolean(v))
    return CWK_VALUE_BOOLEAN;
  if (jsc_value_is_number(v))
    return CWK_VALUE_NUMBER;
  if (jsc_value_is_null(v))
    return CWK_VALUE_NULL;
  if (jsc_value_is_undefined(v))
    return CWK_VALUE_UNDEFINED;
  if (jsc_value_is_array(v))
    return CWK_VALUE_ARRAY;
  if (jsc_value_is_object(v))
    return jsc_value_object_is_instance_of(v, "Date") ? CWK_VALUE_DATE : CWK_VALUE_OBJECT;
  return CWK_VALUE_UNDEFINED;
}

double cwk_value_number(CWKValue *value) {
  JSCValue *v = js(value);
  if (jsc_value_is_boolean(v))
    return jsc_value_to_boolean(v);
  if (!jsc_value_is_object(v))
    return jsc_value_to_double(v);
  g_autoptr(JSCValue) time = jsc_value_object_invoke_method(v, "getTime", G_TYPE_NONE);
  return jsc_value_to_double(time);
}

void cwk_value_string(CWKValue *value, void (*receive)(const char *, size_t, void *), void *context) {
  g_autoptr(GBytes) bytes = jsc_value_to_string_as_bytes(js(value));
  gsize length = 0;
  const char *text = bytes ? g_bytes_get_data(bytes, &length) : NULL;
  receive(text ? text : "", length, context);
}

size_t cwk_value_array_count(CWKValue *value) {
  g_autoptr(JSCValue) length = jsc_value_object_get_property(js(value), "length");
  double count = jsc_value_to_double(length);
  return count > 0 ? (size_t)count : 0;
}

CWKValue *cwk_value_array_element(CWKValue *value, size_t index) {
  return (CWKValue *)(void *)jsc_value_object_get_property_at_index(js(value), (guint)index);
}

void cwk_value_properties(CWKValue *value, void (*receive)(const char *, CWKValue *, void *), void *context) {
  g_auto(GStrv) names = jsc_value_object_enumerate_properties(js(value));
  for (char **name = names; name && *name; name++) {
    g_autoptr(JSCValue) property = jsc_value_object_get_property(js(value), *name);
    receive(*name, (CWKValue *)(void *)property, context);
  }
}
