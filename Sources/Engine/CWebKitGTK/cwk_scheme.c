#include "cwk_stream.h"

struct CWKSchemeRequest {
  WebKitURISchemeRequest *request;
  WebKitURISchemeResponse *response;
  CWKStream *stream;
  GInputStream *body;
  bool completed;
};

CWKSchemeRequest *cwk_scheme_request_new(WebKitURISchemeRequest *request) {
  CWKSchemeRequest *self = g_new0(CWKSchemeRequest, 1);
  self->request = g_object_ref(request);
  self->stream = cwk_stream_new();
  self->response = webkit_uri_scheme_response_new(G_INPUT_STREAM(self->stream), -1);
  // Answered at once: WebKit tells that the page has stopped only through the stream's cancellable, and reads the head
  // from the response when the first byte comes.
  webkit_uri_scheme_request_finish_with_response(request, self->response);
  return self;
}

void cwk_scheme_request_set_callbacks(CWKSchemeRequest *self, CWKSchemeCallbacks callbacks) {
  cwk_stream_set_callbacks(self->stream, callbacks);
}

void cwk_scheme_request_release(CWKSchemeRequest *self) {
  cwk_stream_set_callbacks(self->stream, (CWKSchemeCallbacks){0});
  if (!self->completed)
    cwk_scheme_request_fail(self, "NSURLErrorDomain", -999, "The request was dropped without an answer");
  g_object_unref(self->stream);
  g_object_unref(self->response);
  g_object_unref(self->request);
  g_clear_object(&self->body);
  g_free(self);
}

const char *cwk_scheme_request_uri(CWKSchemeRequest *self) { return webkit_uri_scheme_request_get_uri(self->request); }

const char *cwk_scheme_request_method(CWKSchemeRequest *self) {
  return webkit_uri_scheme_request_get_http_method(self->request);
}

void cwk_headers_foreach(SoupMessageHeaders *headers, CWKPairFn receive, void *context) {
  if (!headers)
    return;
  SoupMessageHeadersIter iterator;
  const char *name, *value;
  soup_message_headers_iter_init(&iterator, headers);
  while (soup_message_headers_iter_next(&iterator, &name, &value))
    receive(name, value, context);
}

void cwk_scheme_request_headers(CWKSchemeRequest *self, CWKPairFn receive, void *context) {
  cwk_headers_foreach(webkit_uri_scheme_request_get_http_headers(self->request), receive, context);
}

CWKBodyState cwk_scheme_request_open_body(CWKSchemeRequest *self) { return cwk_body_open(self->request, &self->body); }

typedef struct {
  void (*receive)(const void *, size_t, const CWKError *, void *);
  void *context;
} BodyRead;

static void on_body_read(GObject *source, GAsyncResult *result, gpointer data) {
  g_autofree BodyRead *read = data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) bytes = g_input_stream_read_bytes_finish(G_INPUT_STREAM(source), result, &error);
  if (error) {
    CWKError plain = cwk_error(error);
    read->receive(NULL, 0, &plain, read->context);
    return;
  }
  gsize length = 0;
  const void *start = g_bytes_get_data(bytes, &length);
  read->receive(start, length, NULL, read->context);
}

void cwk_scheme_request_read_body(CWKSchemeRequest *self, size_t limit,
                                  void (*receive)(const void *, size_t, const CWKError *, void *), void *context) {
  if (!self->body) {
    receive(NULL, 0, NULL, context);
    return;
  }
  BodyRead *read = g_new(BodyRead, 1);
  *read = (BodyRead){receive, context};
  g_input_stream_read_bytes_async(self->body, limit, G_PRIORITY_DEFAULT, NULL, on_body_read, read);
}

void cwk_scheme_request_respond(CWKSchemeRequest *self, unsigned status, const char *reason, const char *content_type,
                                const char *const *headers, size_t header_count) {
  webkit_uri_scheme_response_set_status(self->response, status, reason ? reason : "");
  if (content_type)
    webkit_uri_scheme_response_set_content_type(self->response, content_type);
  SoupMessageHeaders *copy = soup_message_headers_new(SOUP_MESSAGE_HEADERS_RESPONSE);
  for (size_t i = 0; i < header_count; i++)
    soup_message_headers_append(copy, headers[2 * i], headers[2 * i + 1]);
  webkit_uri_scheme_response_set_http_headers(self->response, copy);
}

void cwk_scheme_request_set_length(CWKSchemeRequest *self, int64_t length) {
  GObjectClass *class = g_type_class_peek(WEBKIT_TYPE_URI_SCHEME_RESPONSE);
  GParamSpec *property = g_object_class_find_property(class, "stream-length");
  if (!property || property->value_type != G_TYPE_INT64 || property->owner_type != WEBKIT_TYPE_URI_SCHEME_RESPONSE)
    return;
  // GObject sets a property of the constructor only once. WebKit reads the length when the first byte comes.
  GValue value = G_VALUE_INIT;
  g_value_init(&value, G_TYPE_INT64);
  g_value_set_int64(&value, length);
  class->set_property(G_OBJECT(self->response), property->param_id, &value, property);
}

size_t cwk_scheme_request_write(CWKSchemeRequest *self, const void *bytes, size_t length, CWKReleaseFn release,
                                void *release_context) {
  return cwk_stream_write(self->stream, bytes, length, release, release_context);
}

void cwk_scheme_request_finish(CWKSchemeRequest *self) {
  self->completed = true;
  cwk_stream_finish(self->stream);
}

void cwk_scheme_request_fail(CWKSchemeRequest *self, const char *domain, int code, const char *message) {
  self->completed = true;
  cwk_stream_fail(self->stream, g_error_new_literal(g_quark_from_string(domain), code, message));
}
