#include "cwk_stream.h"
#include <string.h>

// Reads answered in one go before the loop runs again: enough to keep the pipe full, few enough to leave other work its
// turn.
enum { READS_PER_TURN = 32, SMALL_CHUNK = 4096 };

typedef struct Chunk {
  struct Chunk *next;
  const uint8_t *bytes;
  size_t length, offset, capacity;
  CWKReleaseFn release;
  void *context;
  uint8_t storage[];
} Chunk;

struct CWKStream {
  GInputStream parent;
  Chunk *first, *last;
  size_t waiting;
  bool ended, wants_drain, completing;
  GError *failure;
  // The one read WebKit has under way.
  void *buffer;
  size_t wanted;
  GAsyncReadyCallback callback;
  gpointer callback_data;
  GCancellable *cancellable;
  gulong cancel_handler;
  // The result of the last completed read, which WebKit fetches inside the callback.
  gssize result;
  GError *result_error;
  guint idle;
  // The turn of the loop in which small pieces were last handed on.
  uint64_t turn;
  CWKStream *next_deferred;
  bool is_deferred;
  CWKSchemeCallbacks callbacks;
};

typedef struct {
  GInputStreamClass parent;
} CWKStreamClass;

static unsigned stream_count;
// The turn of the loop: what it dispatches between two polls. 0 is none.
static uint64_t this_turn = 1;
// Streams with small pieces whose reads are answered before the loop polls.
static CWKStream *first_deferred, *last_deferred;

static void result_interface_init(GAsyncResultIface *interface);
G_DEFINE_TYPE_WITH_CODE(CWKStream, cwk_stream, G_TYPE_INPUT_STREAM,
                        G_IMPLEMENT_INTERFACE(G_TYPE_ASYNC_RESULT, result_interface_init))

static CWKStream *self_of(gpointer object) { return object; }

unsigned cwk_scheme_open_streams(void) { return stream_count; }

static void drop_first(CWKStream *self) {
  Chunk *chunk = self->first;
  self->first = chunk->next;
  if (!self->first)
    self->last = NULL;
  self->waiting -= chunk->length - chunk->offset;
  if (chunk->release)
    chunk->release(chunk->context);
  g_free(chunk);
}

static void drop_all(CWKStream *self) {
  while (self->first)
    drop_first(self);
}

static gssize take(CWKStream *self, uint8_t *buffer, size_t wanted) {
  size_t taken = 0;
  while (self->first && taken < wanted) {
    Chunk *chunk = self->first;
    size_t count = MIN(wanted - taken, chunk->length - chunk->offset);
    memcpy(buffer + taken, chunk->bytes + chunk->offset, count);
    chunk->offset += count;
    self->waiting -= count;
    taken += count;
    if (chunk->offset == chunk->length)
      drop_first(self);
  }
  return (gssize)taken;
}

static bool is_ready(CWKStream *self) { return self->waiting || self->ended || self->failure; }

static gboolean complete_later(gpointer data);

static void schedule(CWKStream *self) {
  if (self->idle)
    return;
  self->idle = g_idle_add_full(G_PRIORITY_DEFAULT, complete_later, g_object_ref(self), g_object_unref);
}

// Answers reads while there is data, an end or a failure. WebKit asks for the next piece inside the callback: this
// same loop answers that read, without recursion.
static void complete(CWKStream *self) {
  if (self->completing)
    return;
  self->completing = true;
  g_object_ref(self);
  int reads = 0;
  while (self->callback && is_ready(self)) {
    if (reads++ == READS_PER_TURN) {
      schedule(self);
      break;
    }
    GAsyncReadyCallback callback = self->callback;
    self->callback = NULL;
    self->result = -1;
    if (self->waiting || !self->failure)
      self->result = take(self, self->buffer, self->wanted);
    else
      self->result_error = g_error_copy(self->failure);
    callback(G_OBJECT(self), G_ASYNC_RESULT(self), self->callback_data);
  }
  if (self->wants_drain && self->waiting < CWK_SCHEME_LOW_WATER) {
    self->wants_drain = false;
    if (self->callbacks.drained)
      self->callbacks.drained(self->callbacks.context);
  }
  self->completing = false;
  g_object_unref(self);
}

bool cwk_streams_end_turn(void) {
  this_turn++;
  return cwk_streams_flush();
}

bool cwk_streams_flush(void) {
  CWKStream *self = first_deferred;
  if (!self)
    return false;
  first_deferred = last_deferred = NULL;
  while (self) {
    CWKStream *next = self->next_deferred;
    self->is_deferred = false;
    complete(self);
    g_object_unref(self);
    self = next;
  }
  return true;
}

// Answers a stream's reads after those of streams that were written to earlier.
static void complete_now(CWKStream *self) {
  cwk_streams_flush();
  complete(self);
}

// Hands on a small piece at once when it is the stream's first one in a turn of the loop. Further ones go to WebKit
// together: each read costs it a message and a memory file.
static void complete_in_turn(CWKStream *self) {
  if (self->turn != this_turn || !cwk_loop_owns_main_thread()) {
    self->turn = this_turn;
    return complete_now(self);
  }
  if (self->is_deferred)
    return;
  self->is_deferred = true;
  self->next_deferred = NULL;
  if (last_deferred)
    last_deferred->next_deferred = self;
  else
    first_deferred = self;
  last_deferred = g_object_ref(self);
}

static gboolean complete_later(gpointer data) {
  CWKStream *self = data;
  self->idle = 0;
  complete(self);
  return G_SOURCE_REMOVE;
}

static gboolean stop_later(gpointer data) {
  CWKStream *self = data;
  bool over = self->failure || (self->ended && !self->waiting);
  if (!self->failure)
    g_set_error_literal(&self->failure, G_IO_ERROR, G_IO_ERROR_CANCELLED, "stopped");
  drop_all(self);
  complete(self);
  if (self->callbacks.stopped && !over)
    self->callbacks.stopped(self->callbacks.context);
  return G_SOURCE_REMOVE;
}

// Inside g_cancellable_cancel: WebKit is in the middle of its own bookkeeping, so only take note.
static void on_cancelled(GCancellable *cancellable, gpointer data) {
  (void)cancellable;
  g_idle_add_full(G_PRIORITY_DEFAULT, stop_later, g_object_ref(data), g_object_unref);
}

static void read_async(GInputStream *stream, void *buffer, gsize count, int priority, GCancellable *cancellable,
                       GAsyncReadyCallback callback, gpointer data) {
  (void)priority;
  CWKStream *self = self_of(stream);
  self->buffer = buffer;
  self->wanted = count;
  self->callback = callback;
  self->callback_data = data;
  if (cancellable && !self->cancellable) {
    self->cancellable = g_object_ref(cancellable);
    self->cancel_handler = g_signal_connect(cancellable, "cancelled", G_CALLBACK(on_cancelled), self);
  }
  if (!self->completing && is_ready(self))
    schedule(self);
}

static gssize read_finish(GInputStream *stream, GAsyncResult *result, GError **error) {
  (void)result;
  CWKStream *self = self_of(stream);
  if (self->result_error)
    g_propagate_error(error, g_steal_pointer(&self->result_error));
  return self->result;
}

static gpointer result_user_data(GAsyncResult *result) { return self_of(result)->callback_data; }
static GObject *result_source(GAsyncResult *result) { return g_object_ref(G_OBJECT(result)); }
static void result_interface_init(GAsyncResultIface *interface) {
  interface->get_user_data = result_user_data;
  interface->get_source_object = result_source;
}

static void cwk_stream_finalize(GObject *object) {
  CWKStream *self = self_of(object);
  drop_all(self);
  if (self->cancellable) {
    g_signal_handler_disconnect(self->cancellable, self->cancel_handler);
    g_object_unref(self->cancellable);
  }
  g_clear_error(&self->failure);
  g_clear_error(&self->result_error);
  stream_count--;
  G_OBJECT_CLASS(cwk_stream_parent_class)->finalize(object);
}

static void cwk_stream_class_init(CWKStreamClass *class) {
  GInputStreamClass *stream = G_INPUT_STREAM_CLASS(class);
  stream->read_async = read_async;
  stream->read_finish = read_finish;
  G_OBJECT_CLASS(class)->finalize = cwk_stream_finalize;
}

static void cwk_stream_init(CWKStream *self) {
  (void)self;
  stream_count++;
}

CWKStream *cwk_stream_new(void) { return g_object_new(cwk_stream_get_type(), NULL); }

void cwk_stream_set_callbacks(CWKStream *self, CWKSchemeCallbacks callbacks) { self->callbacks = callbacks; }

// Small pieces share a chunk, so that an event stream's many little events cost one allocation and one read.
static bool append_to_last(CWKStream *self, const void *bytes, size_t length) {
  Chunk *last = self->last;
  if (!last || last->release || last->capacity - last->length < length)
    return false;
  memcpy(last->storage + last->length, bytes, length);
  last->length += length;
  return true;
}

size_t cwk_stream_write(CWKStream *self, const void *bytes, size_t length, CWKReleaseFn release, void *context) {
  if (!length || self->ended || self->failure) {
    if (release)
      release(context);
    return self->waiting;
  }
  if (release || !append_to_last(self, bytes, length)) {
    size_t capacity = release ? 0 : MAX(length, SMALL_CHUNK);
    Chunk *chunk = g_malloc(sizeof(Chunk) + capacity);
    *chunk = (Chunk){.bytes = release ? bytes : chunk->storage,
                     .length = length,
                     .capacity = capacity,
                     .release = release,
                     .context = context};
    if (!release)
      memcpy(chunk->storage, bytes, length);
    if (self->last)
      self->last->next = chunk;
    else
      self->first = chunk;
    self->last = chunk;
  }
  self->waiting += length;
  if (self->waiting > CWK_SCHEME_HIGH_WATER)
    self->wants_drain = true;
  if (release)
    complete_now(self);
  else
    complete_in_turn(self);
  return self->waiting;
}

void cwk_stream_finish(CWKStream *self) {
  self->ended = true;
  complete_now(self);
}

void cwk_stream_fail(CWKStream *self, GError *error) {
  cwk_streams_flush();
  if (self->failure)
    g_error_free(error);
  else
    self->failure = error;
  complete(self);
}
