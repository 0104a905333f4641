#include "channel.h"
#include "hops.h"
#include "identity.h"
#include "questions.h"
#include "socket.h"
#include <JavaScriptCore/JavaScript.h>
#include <string.h>

// WebKit has no other way to JavaScriptCore's own functions, which take less time than JSCValue's: those make a GObject
// of each value.
#pragma clang diagnostic ignored "-Wdeprecated-declarations"

// A document's end of the channel, kept by its two functions and by its frame.
typedef struct {
  guint32 number;
  guint64 page;
  char *identity;
  GWeakRef frame;
  // Open while these are set, and known to `open_documents`.
  JSGlobalContextRef context;
  JSObjectRef hearer;
} Document;

static GQuark document_quark(void) { return g_quark_from_static_string("swwebview-channel"); }

// The open documents by their numbers.
static GHashTable *open_documents;
static guint32 newest;

static gboolean send_frame(CWKChannelKind kind, const Document *document, const void *text, gsize text_size,
                           GBytes *bytes) {
  gsize size = bytes ? g_bytes_get_size(bytes) : 0;
  if (text_size + size + sizeof(CWKChannelHeader) > CWK_CHANNEL_LARGEST_FRAME)
    return FALSE;
  CWKChannelHeader header = {
      .kind = kind, .document = document->number, .text_size = (guint32)text_size, .bytes_size = (guint32)size};
  return socket_send(header, text, bytes);
}

static void close_document(Document *self) {
  if (!self->hearer)
    return;
  g_hash_table_remove(open_documents, GUINT_TO_POINTER(self->number));
  JSValueUnprotect(self->context, self->hearer);
  JSGlobalContextRelease(self->context);
  self->hearer = NULL;
  send_frame(CWK_CHANNEL_CLOSE, self, NULL, 0, NULL);
}

static void clear_document(gpointer data) {
  Document *self = data;
  close_document(self);
  g_weak_ref_clear(&self->frame);
  g_free(self->identity);
}

static gboolean release_document(gpointer data) {
  g_rc_box_release_full(data, clear_document);
  return G_SOURCE_REMOVE;
}

// Closes a document whose frame shows another one, or is gone.
static void retire_document(gpointer data) {
  close_document(data);
  release_document(data);
}

// MARK: From the document

// Bytes of a script, which stay where they are.
typedef struct {
  JSGlobalContextRef context;
  JSValueRef value;
} ScriptBytes;

static void release_bytes(gpointer data) {
  ScriptBytes *self = data;
  JSValueUnprotect(self->context, self->value);
  JSGlobalContextRelease(self->context);
  g_free(self);
}

// Returns the bytes of an ArrayBuffer, or NULL for any other value.
static GBytes *bytes_of(JSContextRef context, JSValueRef value) {
  if (JSValueGetTypedArrayType(context, value, NULL) != kJSTypedArrayTypeArrayBuffer)
    return NULL;
  ScriptBytes *held = g_new(ScriptBytes, 1);
  held->context = JSGlobalContextRetain(JSContextGetGlobalContext(context));
  held->value = value;
  JSValueProtect(context, value);
  JSObjectRef buffer = (JSObjectRef)value;
  return g_bytes_new_with_free_func(JSObjectGetArrayBufferBytesPtr(context, buffer, NULL),
                                    JSObjectGetArrayBufferByteLength(context, buffer, NULL), release_bytes, held);
}

static gboolean send_message(const Document *document, JSStringRef text, GBytes *bytes) {
  static char usual[1 << 14];
  gsize room = JSStringGetMaximumUTF8CStringSize(text);
  g_autofree char *further = room > sizeof usual ? g_malloc(room) : NULL;
  char *start = further ? further : usual;
  gsize size = JSStringGetUTF8CString(text, start, room);
  return size > 0 && send_frame(CWK_CHANNEL_MESSAGE, document, start, size - 1, bytes);
}

static JSValueRef text_of(JSContextRef context, char *text, gsize size) {
  char after = text[size];
  text[size] = '\0';
  JSStringRef written = JSStringCreateWithUTF8CString(text);
  text[size] = after;
  JSValueRef made = JSValueMakeString(context, written);
  JSStringRelease(written);
  return made;
}

static JSValueRef on_post(JSContextRef context, JSObjectRef function, JSObjectRef this, size_t count,
                          const JSValueRef arguments[], JSValueRef *exception) {
  (void)this;
  const Document *self = JSObjectGetPrivate(function);
  JSStringRef text = self->hearer && count ? JSValueToStringCopy(context, arguments[0], exception) : NULL;
  if (!text)
    return JSValueMakeBoolean(context, FALSE);
  if (G_UNLIKELY(hops_are_traced()))
    hops_print("CWebProcessExtension", "channel.c");
  g_autoptr(GBytes) bytes = count > 1 ? bytes_of(context, arguments[1]) : NULL;
  gboolean is_sent = send_message(self, text, bytes);
  JSStringRelease(text);
  return JSValueMakeBoolean(context, is_sent);
}

static JSValueRef on_hear(JSContextRef context, JSObjectRef function, JSObjectRef this, size_t count,
                          const JSValueRef arguments[], JSValueRef *exception) {
  (void)this, (void)exception;
  Document *self = JSObjectGetPrivate(function);
  JSObjectRef hearer = count && JSValueIsObject(context, arguments[0]) ? (JSObjectRef)arguments[0] : NULL;
  g_autoptr(WebKitFrame) frame = g_weak_ref_get(&self->frame);
  if (!frame || !hearer || !JSObjectIsFunction(context, hearer))
    return JSValueMakeUndefined(context);
  // A document that comes back from the back-forward cache takes its place again.
  if (g_object_get_qdata(G_OBJECT(frame), document_quark()) != self)
    g_object_set_qdata_full(G_OBJECT(frame), document_quark(), g_rc_box_acquire(self), retire_document);
  if (self->hearer)
    JSValueUnprotect(self->context, self->hearer);
  else
    self->context = JSGlobalContextRetain(JSContextGetGlobalContext(context));
  self->hearer = hearer;
  JSValueProtect(self->context, hearer);
  g_hash_table_insert(open_documents, GUINT_TO_POINTER(self->number), self);
  send_frame(CWK_CHANNEL_OPEN, self, self->identity, strlen(self->identity), NULL);
  return JSValueMakeUndefined(context);
}

static WebKitDOMDocument *document_of(WebKitFrame *frame) {
  g_autoptr(JSCContext) context = webkit_frame_get_js_context(frame);
  g_autoptr(JSCValue) value = jsc_context_get_value(context, "document");
  WebKitDOMNode *node = webkit_dom_node_for_js_value(value);
  return WEBKIT_DOM_IS_DOCUMENT(node) ? WEBKIT_DOM_DOCUMENT(node) : NULL;
}

// Gives the script the host's answer, or undefined where its document is not the one that the frame shows.
static JSValueRef on_ask(JSContextRef context, JSObjectRef function, JSObjectRef this, size_t count,
                         const JSValueRef arguments[], JSValueRef *exception) {
  (void)this;
  Document *self = JSObjectGetPrivate(function);
  g_autoptr(WebKitFrame) frame = g_weak_ref_get(&self->frame);
  WebKitDOMDocument *document = frame ? document_of(frame) : NULL;
  if (!document || g_strcmp0(identity_id(document), self->identity) != 0)
    return JSValueMakeUndefined(context);
  JSStringRef text = count ? JSValueToStringCopy(context, arguments[0], exception) : NULL;
  if (!text)
    return JSValueMakeUndefined(context);
  gsize room = JSStringGetMaximumUTF8CStringSize(text);
  g_autofree char *question = g_malloc(room);
  gsize size = JSStringGetUTF8CString(text, question, room);
  JSStringRelease(text);
  g_autofree char *answer = size ? questions_ask(self->page, document, question, size - 1) : NULL;
  return answer ? text_of(context, answer, strlen(answer)) : JSValueMakeUndefined(context);
}

// Prints the file of the runtime that a script names.
static JSValueRef on_hop(JSContextRef context, JSObjectRef function, JSObjectRef this, size_t count,
                         const JSValueRef arguments[], JSValueRef *exception) {
  (void)function, (void)this;
  JSStringRef path = count ? JSValueToStringCopy(context, arguments[0], exception) : NULL;
  char file[128];
  if (path && JSStringGetUTF8CString(path, file, sizeof file))
    hops_print("Runtime", file);
  if (path)
    JSStringRelease(path);
  return JSValueMakeUndefined(context);
}

// MARK: From the host

// The bytes are copied: WebKit ends a process that makes an ArrayBuffer of memory which is not WebKit's own.
static JSValueRef copy_bytes(JSContextRef context, const void *bytes, gsize size) {
  JSObjectRef made = JSObjectMakeTypedArray(context, kJSTypedArrayTypeUint8Array, size, NULL);
  void *data = made ? JSObjectGetTypedArrayBytesPtr(context, made, NULL) : NULL;
  if (data)
    memcpy(data, bytes, size);
  return made;
}

static void on_frame(const CWKChannelHeader *header, char *text, const void *bytes) {
  const Document *document = g_hash_table_lookup(open_documents, GUINT_TO_POINTER(header->document));
  if (!document || header->kind != CWK_CHANNEL_MESSAGE)
    return;
  JSGlobalContextRef context = JSGlobalContextRetain(document->context);
  JSValueRef arguments[] = {text_of(context, text, header->text_size), NULL};
  if (header->bytes_size)
    arguments[1] = copy_bytes(context, bytes, header->bytes_size);
  JSObjectCallAsFunction(context, document->hearer, NULL, arguments[1] ? 2 : 1, arguments, NULL);
  JSGlobalContextRelease(context);
}

// MARK: Documents

void channel_set_name(const char *name) {
  if (open_documents)
    return;
  open_documents = g_hash_table_new(NULL, NULL);
  socket_connect(name, on_frame);
  questions_set_name(name);
}

// Called while JavaScript's memory is swept, when no object of WebKit's may end.
static void on_function_ended(JSObjectRef function) { g_idle_add(release_document, JSObjectGetPrivate(function)); }

static void set_property(JSContextRef context, JSObjectRef object, const char *name, JSValueRef value,
                         JSPropertyAttributes attributes) {
  JSStringRef key = JSStringCreateWithUTF8CString(name);
  JSObjectSetProperty(context, object, key, value, attributes, NULL);
  JSStringRelease(key);
}

static void remove_property(JSContextRef context, JSObjectRef object, const char *name) {
  JSStringRef key = JSStringCreateWithUTF8CString(name);
  JSObjectDeleteProperty(context, object, key, NULL);
  JSStringRelease(key);
}

// Adds a function whose private data is the document.
static void add_function(JSContextRef context, JSObjectRef object, const char *name, Document *document,
                         JSObjectCallAsFunctionCallback call) {
  JSClassDefinition definition = kJSClassDefinitionEmpty;
  definition.className = name;
  definition.callAsFunction = call;
  definition.finalize = on_function_ended;
  JSClassRef type = JSClassCreate(&definition);
  set_property(context, object, name, JSObjectMake(context, type, g_rc_box_acquire(document)),
               kJSPropertyAttributeNone);
  JSClassRelease(type);
}

void channel_offer(WebKitWebPage *page, WebKitFrame *frame, const char *identity) {
  if (!socket_is_open())
    return;
  Document *made = g_rc_box_new0(Document);
  made->number = ++newest;
  made->page = webkit_web_page_get_id(page);
  made->identity = g_strdup(identity);
  g_weak_ref_init(&made->frame, frame);
  JSGlobalContextRef context = webkit_frame_get_javascript_global_context(frame);
  JSObjectRef ends = JSObjectMake(context, NULL, NULL);
  add_function(context, ends, "post", made, on_post);
  add_function(context, ends, "hear", made, on_hear);
  add_function(context, ends, "ask", made, on_ask);
  if (hops_are_traced())
    add_function(context, ends, "hop", made, on_hop);
  // The first document of a window that a page opens has the global of the empty document, and may have its channel.
  remove_property(context, JSContextGetGlobalObject(context), CWK_WINDOW_CHANNEL);
  set_property(context, JSContextGetGlobalObject(context), CWK_WINDOW_CHANNEL, ends,
               kJSPropertyAttributeReadOnly | kJSPropertyAttributeDontEnum);
  g_object_set_qdata_full(G_OBJECT(frame), document_quark(), made, retire_document);
}
