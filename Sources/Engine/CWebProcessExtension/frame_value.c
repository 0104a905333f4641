#include "frame_value.h"
#include "messages.h"
#include <math.h>
#include <string.h>

// The view's reader of JSON takes some more.
enum { DEPTH_LIMIT = 400 };

typedef struct {
  GString *text;
  // The objects around the value.
  GPtrArray *around;
} Writer;

static gboolean write_value(Writer *writer, JSCValue *value);

static void write_text(GString *text, const char *bytes, gsize length) {
  g_string_append_c(text, '"');
  for (gsize i = 0; i < length; i++) {
    guchar byte = (guchar)bytes[i];
    if (byte < 0x20)
      g_string_append_printf(text, "\\u%04x", byte);
    else if (byte == '"' || byte == '\\')
      g_string_append_printf(text, "\\%c", byte);
    else
      g_string_append_c(text, bytes[i]);
  }
  g_string_append_c(text, '"');
}

static void write_number(GString *text, const char *member, double number) {
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  if (isnan(number))
    g_string_append(text, "{\"" CWK_FRAME_VALUE_NUMBER "\":\"NaN\"}");
  else if (isinf(number))
    g_string_append(text, number > 0 ? "{\"" CWK_FRAME_VALUE_NUMBER "\":\"Infinity\"}"
                                     : "{\"" CWK_FRAME_VALUE_NUMBER "\":\"-Infinity\"}");
  else if (member)
    g_string_append_printf(text, "{\"%s\":%s}", member, g_ascii_dtostr(digits, sizeof digits, number));
  else
    g_string_append(text, g_ascii_dtostr(digits, sizeof digits, number));
}

static gboolean write_array(Writer *writer, JSCValue *array) {
  g_autoptr(JSCValue) length = jsc_value_object_get_property(array, "length");
  double count = jsc_value_to_double(length);
  g_string_append_c(writer->text, '[');
  for (guint i = 0; i < count; i++) {
    g_autoptr(JSCValue) element = jsc_value_object_get_property_at_index(array, i);
    if (i)
      g_string_append_c(writer->text, ',');
    if (!write_value(writer, element))
      return FALSE;
  }
  g_string_append_c(writer->text, ']');
  return TRUE;
}

static gboolean write_members(Writer *writer, JSCValue *object) {
  g_auto(GStrv) names = jsc_value_object_enumerate_properties(object);
  g_string_append(writer->text, "{\"" CWK_FRAME_VALUE_OBJECT "\":{");
  for (char **name = names; name && *name; name++) {
    g_autoptr(JSCValue) member = jsc_value_object_get_property(object, *name);
    if (name != names)
      g_string_append_c(writer->text, ',');
    write_text(writer->text, *name, strlen(*name));
    g_string_append_c(writer->text, ':');
    if (!write_value(writer, member))
      return FALSE;
  }
  g_string_append(writer->text, "}}");
  return TRUE;
}

static gboolean write_object(Writer *writer, JSCValue *object) {
  // The same object has the same wrapper while somebody holds that.
  if (g_ptr_array_find(writer->around, object, NULL)) {
    g_string_append(writer->text, "null");
    return TRUE;
  }
  if (writer->around->len >= DEPTH_LIMIT)
    return FALSE;
  g_ptr_array_add(writer->around, object);
  gboolean is_written = jsc_value_is_array(object) ? write_array(writer, object) : write_members(writer, object);
  g_ptr_array_set_size(writer->around, (int)writer->around->len - 1);
  return is_written;
}

static gboolean write_value(Writer *writer, JSCValue *value) {
  if (jsc_value_is_string(value)) {
    g_autoptr(GBytes) bytes = jsc_value_to_string_as_bytes(value);
    gsize length = 0;
    const char *text = bytes ? g_bytes_get_data(bytes, &length) : NULL;
    write_text(writer->text, text, length);
  } else if (jsc_value_is_boolean(value)) {
    g_string_append(writer->text, jsc_value_to_boolean(value) ? "{\"" CWK_FRAME_VALUE_BOOLEAN "\":1}"
                                                              : "{\"" CWK_FRAME_VALUE_BOOLEAN "\":0}");
  } else if (jsc_value_is_number(value)) {
    write_number(writer->text, NULL, jsc_value_to_double(value));
  } else if (jsc_value_is_null(value)) {
    g_string_append(writer->text, "null");
  } else if (jsc_value_is_undefined(value)) {
    g_string_append(writer->text, "{\"" CWK_FRAME_VALUE_UNDEFINED "\":0}");
  } else if (jsc_value_is_object(value) && jsc_value_object_is_instance_of(value, "Date")) {
    g_autoptr(JSCValue) time = jsc_value_object_invoke_method(value, "getTime", G_TYPE_NONE);
    double milliseconds = jsc_value_to_double(time);
    if (isnan(milliseconds))
      g_string_append(writer->text, "{\"" CWK_FRAME_VALUE_DATE "\":null}");
    else
      write_number(writer->text, CWK_FRAME_VALUE_DATE, milliseconds);
  } else if (jsc_value_is_object(value)) {
    return write_object(writer, value);
  } else {
    return FALSE;
  }
  return TRUE;
}

// Returns a copy without accessors, as a message would bring it; NULL for what cannot be cloned.
static JSCValue *clone(JSCValue *value) {
  JSCContext *context = jsc_value_get_context(value);
  g_autoptr(JSCValue) function = jsc_context_get_value(context, "structuredClone");
  JSCValue *copy = jsc_value_function_call(function, JSC_TYPE_VALUE, value, G_TYPE_NONE);
  if (!jsc_context_get_exception(context))
    return copy;
  jsc_context_clear_exception(context);
  g_clear_object(&copy);
  return NULL;
}

char *frame_value_text(JSCValue *value) {
  g_autoptr(JSCValue) copy = clone(value);
  if (!copy)
    return NULL;
  Writer writer = {g_string_new(NULL), g_ptr_array_new()};
  gboolean is_written = write_value(&writer, copy);
  g_ptr_array_unref(writer.around);
  // A page that replaces its own functions can bring an exception about.
  jsc_context_clear_exception(jsc_value_get_context(value));
  return g_string_free(writer.text, !is_written);
}
