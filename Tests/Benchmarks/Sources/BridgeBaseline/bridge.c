#include "bridge.h"
#include "event_stream.h"
#include <string.h>

struct Bridge {
  BaselineEventStream *events;
  int stream_id;
};

enum { EVENT_CAPACITY = 128 };

static int int_property(JSCValue *object, const char *name) {
  g_autoptr(JSCValue) value = jsc_value_object_get_property(object, name);
  return jsc_value_to_int32(value);
}

static char *string_property(JSCValue *object, const char *name) {
  g_autoptr(JSCValue) value = jsc_value_object_get_property(object, name);
  return jsc_value_to_string(value);
}

static void push(Bridge *self, const char *event, const char *key, int number) {
  char text[EVENT_CAPACITY];
  int length = g_snprintf(text, sizeof text, "event: %s\ndata: {\"%s\":%d}\n\n", event, key, number);
  baseline_event_stream_push(self->events, text, (gsize)length);
}

static void on_command(WebKitUserContentManager *content, WebKitJavascriptResult *result, gpointer data) {
  (void)content;
  Bridge *self = data;
  JSCValue *command = webkit_javascript_result_get_js_value(result);
  if (!jsc_value_is_object(command) || !self->events)
    return;
  int stream_id = int_property(command, "streamID");
  int promise_index = int_property(command, "promiseIndex");
  g_autofree char *path = string_property(command, "path");
  g_autoptr(JSCValue) body = jsc_value_object_get_property(command, "body");
  if (stream_id != self->stream_id || strcmp(path, "/ping") != 0 || !jsc_value_is_object(body)) {
    g_printerr("BridgeBaseline: a command that is not a ping of stream %d: %s\n", self->stream_id, path);
    return;
  }
  push(self, "promisereturn", "promiseIndex", promise_index);
}

Bridge *bridge_new(WebKitUserContentManager *content) {
  Bridge *self = g_new0(Bridge, 1);
  g_signal_connect(content, "script-message-received::SWWebView", G_CALLBACK(on_command), self);
  webkit_user_content_manager_register_script_message_handler(content, "SWWebView");
  return self;
}

void bridge_open_events(Bridge *self, WebKitURISchemeRequest *request) {
  g_clear_object(&self->events);
  self->events = baseline_event_stream_new();
  self->stream_id += 1;
  push(self, "eventstream", "id", self->stream_id);
  webkit_uri_scheme_request_finish(request, G_INPUT_STREAM(self->events), -1, "text/event-stream");
}
