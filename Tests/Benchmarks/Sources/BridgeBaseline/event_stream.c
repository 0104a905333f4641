#include "event_stream.h"
#include <string.h>

struct _BaselineEventStream {
  GInputStream parent_instance;
  GByteArray *queue; // pushed bytes; those before `head` have been read
  gsize head;
  GTask *read; // the read that waits for bytes, or NULL
  void *buffer;
  gsize capacity;
  GSource *stop; // becomes ready when the page lets go of the stream
};

G_DEFINE_FINAL_TYPE(BaselineEventStream, baseline_event_stream, G_TYPE_INPUT_STREAM)

static gsize take(BaselineEventStream *self, void *buffer, gsize capacity) {
  gsize length = MIN(capacity, self->queue->len - self->head);
  memcpy(buffer, self->queue->data + self->head, length);
  self->head += length;
  if (self->head == self->queue->len) {
    g_byte_array_set_size(self->queue, 0);
    self->head = 0;
  }
  return length;
}

static void complete_read(BaselineEventStream *self) {
  if (!self->read || self->head == self->queue->len)
    return;
  g_autoptr(GTask) read = g_steal_pointer(&self->read);
  g_task_return_int(read, (gssize)take(self, self->buffer, self->capacity));
}

// Called by the main loop, not from inside the cancellation: the task may be completed here.
static gboolean on_stop(GCancellable *cancellable, gpointer data) {
  (void)cancellable;
  BaselineEventStream *self = data;
  g_autoptr(GTask) read = g_steal_pointer(&self->read);
  if (read)
    g_task_return_error_if_cancelled(read);
  return G_SOURCE_REMOVE;
}

static void watch(BaselineEventStream *self, GCancellable *cancellable) {
  if (!cancellable || self->stop)
    return;
  self->stop = g_cancellable_source_new(cancellable);
  g_source_set_callback(self->stop, G_SOURCE_FUNC(on_stop), self, NULL);
  g_source_attach(self->stop, NULL);
}

static void baseline_event_stream_read_async(GInputStream *stream, void *buffer, gsize capacity, int priority,
                                             GCancellable *cancellable, GAsyncReadyCallback done, gpointer data) {
  (void)priority;
  BaselineEventStream *self = BASELINE_EVENT_STREAM(stream);
  self->read = g_task_new(self, cancellable, done, data);
  self->buffer = buffer;
  self->capacity = capacity;
  watch(self, cancellable);
  complete_read(self);
}

static gssize baseline_event_stream_read_finish(GInputStream *stream, GAsyncResult *result, GError **error) {
  (void)stream;
  return g_task_propagate_int(G_TASK(result), error);
}

static gssize baseline_event_stream_read(GInputStream *stream, void *buffer, gsize capacity, GCancellable *cancellable,
                                         GError **error) {
  (void)stream, (void)buffer, (void)capacity, (void)cancellable;
  g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "an event stream is only read asynchronously");
  return -1;
}

static void baseline_event_stream_dispose(GObject *object) {
  BaselineEventStream *self = BASELINE_EVENT_STREAM(object);
  if (self->stop)
    g_source_destroy(self->stop);
  g_clear_pointer(&self->stop, g_source_unref);
  G_OBJECT_CLASS(baseline_event_stream_parent_class)->dispose(object);
}

static void baseline_event_stream_finalize(GObject *object) {
  g_byte_array_unref(BASELINE_EVENT_STREAM(object)->queue);
  G_OBJECT_CLASS(baseline_event_stream_parent_class)->finalize(object);
}

static void baseline_event_stream_class_init(BaselineEventStreamClass *class) {
  G_OBJECT_CLASS(class)->dispose = baseline_event_stream_dispose;
  G_OBJECT_CLASS(class)->finalize = baseline_event_stream_finalize;
  G_INPUT_STREAM_CLASS(class)->read_fn = baseline_event_stream_read;
  G_INPUT_STREAM_CLASS(class)->read_async = baseline_event_stream_read_async;
  G_INPUT_STREAM_CLASS(class)->read_finish = baseline_event_stream_read_finish;
}

static void baseline_event_stream_init(BaselineEventStream *self) { self->queue = g_byte_array_new(); }

BaselineEventStream *baseline_event_stream_new(void) { return g_object_new(BASELINE_TYPE_EVENT_STREAM, NULL); }

void baseline_event_stream_push(BaselineEventStream *self, const char *bytes, gsize length) {
  g_byte_array_append(self->queue, (const guint8 *)bytes, (guint)length);
  complete_read(self);
}
