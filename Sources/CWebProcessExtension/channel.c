#include "channel.h"
#include "hops.h"
#include "socket.h"
#include <string.h>

enum {
  FRAME_OPEN = 1,
  FRAME_CLOSE = 2,
  FRAME_MESSAGE = 3,
  // The largest frame that the host accepts.
  LARGEST_FRAME = 1 << 26,
};

// A document's end of the channel, kept by its two functions and by its frame.
typedef struct {
  guint32 number;
  char *identity;
  GWeakRef frame;
  // Open while this is set, and known to `open_documents`.
  JSCValue *hearer;
} Document;

static GQuark document_quark(void) { return g_quark_from_static_string("swwebview-channel"); }

// The open documents by their numbers.
static GHashTable *open_documents;
static guint32 newest;

static gboolean send_frame(guint32 kind, guint32 number, const void *text, gsize text_size) {
  return text_size + sizeof(SocketHeader) <= LARGEST_FRAME &&
         socket_send((SocketHeader){.kind = kind, .document = number, .text_size = (guint32)text_size}, text, NULL,
                     NULL);
}

static void close_document(Document *self) {
  if (!self->hearer)
    return;
  g_hash_table_remove(open_documents, GUINT_TO_POINTER(self->number));
  g_clear_object(&self->hearer);
  send_frame(FRAME_CLOSE, self->number, NULL, 0);
}

static void clear_document(gpointer data) {
  Document *self = data;
  close_document(self);
  g_weak_ref_clear(&self->frame);
  g_free(self->identity);
}

static void release_document(gpointer data) { g_rc_box_release_full(data, clear_document); }

// Closes a document whose frame shows another one, or is gone.
static void retire_document(gpointer data) {
  close_document(data);
  release_document(data);
}

// MARK: From the document

// Variadic functions receive the arguments as they are. For other functions WebKit makes objects of them first, and
// for missing arguments an error with a stack.
static gboolean on_post(const GPtrArray *arguments, gpointer data) {
  const Document *self = data;
  if (!self->hearer || !arguments->len)
    return FALSE;
  if (G_UNLIKELY(hops_are_traced()))
    hops_print("CWebProcessExtension", "channel.c");
  g_autoptr(GBytes) written = jsc_value_to_string_as_bytes(arguments->pdata[0]);
  JSCValue *bytes = arguments->len > 1 ? arguments->pdata[1] : NULL;
  gsize text_size = 0, size = 0;
  const void *start = g_bytes_get_data(written, &text_size);
  if (!bytes || !jsc_value_is_object(bytes) || !jsc_value_is_array_buffer(bytes))
    return send_frame(FRAME_MESSAGE, self->number, start, text_size);
  const void *further = jsc_value_array_buffer_get_data(bytes, &size);
  return text_size + size + sizeof(SocketHeader) <= LARGEST_FRAME &&
         socket_send((SocketHeader){.kind = FRAME_MESSAGE,
                                    .document = self->number,
                                    .text_size = (guint32)text_size,
                                    .bytes_size = (guint32)size},
                     start, further, G_OBJECT(bytes));
}

static void on_hear(const GPtrArray *arguments, gpointer data) {
  Document *self = data;
  JSCValue *callback = arguments->len ? arguments->pdata[0] : NULL;
  g_autoptr(WebKitFrame) frame = g_weak_ref_get(&self->frame);
  if (!frame || !callback || !jsc_value_is_function(callback))
    return;
  // A document that comes back from the back-forward cache takes its place again.
  if (g_object_get_qdata(G_OBJECT(frame), document_quark()) != self)
    g_object_set_qdata_full(G_OBJECT(frame), document_quark(), g_rc_box_acquire(self), retire_document);
  g_set_object(&self->hearer, callback);
  g_hash_table_insert(open_documents, GUINT_TO_POINTER(self->number), self);
  send_frame(FRAME_OPEN, self->number, self->identity, strlen(self->identity));
}

// Prints the file of the runtime that a script names.
static void on_hop(const GPtrArray *arguments, gpointer data) {
  (void)data;
  g_autofree char *path = arguments->len ? jsc_value_to_string(arguments->pdata[0]) : NULL;
  if (path)
    hops_print("Runtime", path);
}

// MARK: From the host

// The bytes are copied: WebKit ends a process that makes an ArrayBuffer of memory which is not WebKit's own.
static JSCValue *copy_bytes(JSCContext *context, const void *bytes, gsize size) {
  JSCValue *made = jsc_value_new_typed_array(context, JSC_TYPED_ARRAY_UINT8, size);
  gsize length = 0;
  gpointer data = jsc_value_typed_array_get_data(made, &length);
  if (data)
    memcpy(data, bytes, MIN(length, size));
  return made;
}

static void on_frame(const SocketHeader *header, const void *text, const void *bytes) {
  const Document *document = g_hash_table_lookup(open_documents, GUINT_TO_POINTER(header->document));
  if (!document || header->kind != FRAME_MESSAGE)
    return;
  g_autoptr(JSCValue) hearer = g_object_ref(document->hearer);
  JSCContext *context = jsc_value_get_context(hearer);
  g_autoptr(GBytes) shared = g_bytes_new(text, header->text_size);
  g_autoptr(JSCValue) written = jsc_value_new_string_from_bytes(context, shared);
  g_autoptr(JSCValue) further = header->bytes_size ? copy_bytes(context, bytes, header->bytes_size) : NULL;
  JSCValue *arguments[] = {written, further};
  g_autoptr(JSCValue) result = jsc_value_function_callv(hearer, further ? 2 : 1, arguments);
}

// MARK: Documents

void channel_set_name(const char *name) {
  if (open_documents)
    return;
  open_documents = g_hash_table_new(NULL, NULL);
  socket_connect(name, on_frame);
}

static void add_function(JSCValue *object, const char *name, JSCValue *function) {
  jsc_value_object_set_property(object, name, function);
  g_object_unref(function);
}

void channel_offer(WebKitFrame *frame, JSCContext *context, JSCValue *window, const char *identity) {
  if (!socket_is_open())
    return;
  Document *made = g_rc_box_new0(Document);
  made->number = ++newest;
  made->identity = g_strdup(identity);
  g_weak_ref_init(&made->frame, frame);
  g_autoptr(JSCValue) ends = jsc_value_new_object(context, NULL, NULL);
  add_function(ends, "post",
               jsc_value_new_function_variadic(context, "post", G_CALLBACK(on_post), g_rc_box_acquire(made),
                                               release_document, G_TYPE_BOOLEAN));
  add_function(ends, "hear",
               jsc_value_new_function_variadic(context, "hear", G_CALLBACK(on_hear), g_rc_box_acquire(made),
                                               release_document, G_TYPE_NONE));
  if (hops_are_traced())
    add_function(ends, "hop",
                 jsc_value_new_function_variadic(context, "hop", G_CALLBACK(on_hop), NULL, NULL, G_TYPE_NONE));
  jsc_value_object_define_property_data(window, "___swwebviewChannel", JSC_VALUE_PROPERTY_CONFIGURABLE, ends);
  g_object_set_qdata_full(G_OBJECT(frame), document_quark(), made, retire_document);
}
