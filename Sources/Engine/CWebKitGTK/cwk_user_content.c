#include "cwk_private.h"

typedef struct {
  CWKView *view;
  CWKMessageFn receive;
  void *context;
  CWKReleaseFn release;
  gulong signal;
  bool with_reply;
  char *name;
  // The names of its worlds, empty for the page's own.
  GPtrArray *worlds;
} MessageHandler;

struct CWKReply {
  WebKitScriptMessageReply *reply;
  JSCContext *js;
};

void cwk_view_add_user_script(CWKView *self, const char *source, bool at_document_end, bool main_frame_only,
                              const char *world) {
  cwk_view_note_world(self, world);
  WebKitUserContentInjectedFrames frames =
      main_frame_only ? WEBKIT_USER_CONTENT_INJECT_TOP_FRAME : WEBKIT_USER_CONTENT_INJECT_ALL_FRAMES;
  WebKitUserScriptInjectionTime time =
      at_document_end ? WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_END : WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START;
  WebKitUserScript *script = world ? webkit_user_script_new_for_world(source, frames, time, world, NULL, NULL)
                                   : webkit_user_script_new(source, frames, time, NULL, NULL);
  webkit_user_content_manager_add_script(self->content, script);
  webkit_user_script_unref(script);
}

void cwk_view_remove_user_scripts(CWKView *self) { webkit_user_content_manager_remove_all_scripts(self->content); }

static void add_user_style(CWKView *self, const char *css, WebKitUserContentInjectedFrames frames) {
  if (!css)
    return;
  WebKitUserStyleSheet *sheet = webkit_user_style_sheet_new(css, frames, WEBKIT_USER_STYLE_LEVEL_USER, NULL, NULL);
  webkit_user_content_manager_add_style_sheet(self->content, sheet);
  webkit_user_style_sheet_unref(sheet);
}

void cwk_view_set_user_styles(CWKView *self, const char *every_frame, const char *main_frame) {
  webkit_user_content_manager_remove_all_style_sheets(self->content);
  add_user_style(self, every_frame, WEBKIT_USER_CONTENT_INJECT_ALL_FRAMES);
  add_user_style(self, main_frame, WEBKIT_USER_CONTENT_INJECT_TOP_FRAME);
}

static void free_reply(CWKReply *reply) {
  webkit_script_message_reply_unref(reply->reply);
  g_object_unref(reply->js);
  g_free(reply);
}

static bool deliver(MessageHandler *handler, JSCValue *value, CWKReply *reply) {
  CWKValue *plain = (CWKValue *)(void *)value;
  if (!jsc_value_is_string(value))
    return handler->receive(plain, NULL, 0, reply, handler->context);
  g_autoptr(GBytes) bytes = jsc_value_to_string_as_bytes(value);
  gsize length = 0;
  const char *text = bytes ? g_bytes_get_data(bytes, &length) : NULL;
  return handler->receive(plain, text ? text : "", length, reply, handler->context);
}

static void on_message(WebKitUserContentManager *manager, WebKitJavascriptResult *result, gpointer data) {
  cwk_loop_note_message();
  if (deliver(data, webkit_javascript_result_get_js_value(result), NULL)) {
    const GSignalInvocationHint *hint = g_signal_get_invocation_hint(manager);
    g_signal_stop_emission(manager, hint->signal_id, hint->detail);
  }
}

static gboolean on_message_with_reply(WebKitUserContentManager *manager, JSCValue *value,
                                      WebKitScriptMessageReply *reply, gpointer data) {
  (void)manager;
  cwk_loop_note_message();
  CWKReply *plain = g_new(CWKReply, 1);
  *plain = (CWKReply){webkit_script_message_reply_ref(reply), g_object_ref(jsc_value_get_context(value))};
  if (deliver(data, value, plain))
    return TRUE;
  free_reply(plain);
  return FALSE;
}

// The names that pages know, each with the number of views that registered it: a window shares them with its opener.
static GHashTable *names_of(WebKitUserContentManager *content) {
  GQuark quark = g_quark_from_static_string("cwk-names");
  GHashTable *names = g_object_get_qdata(G_OBJECT(content), quark);
  if (!names) {
    names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_object_set_qdata_full(G_OBJECT(content), quark, names, (GDestroyNotify)g_hash_table_destroy);
  }
  return names;
}

// WebKit has a signal of its own for handlers with replies.
static char *handler_key(const char *name, bool with_reply) { return g_strconcat(with_reply ? "r" : "m", name, NULL); }

// WebKit knows a world's name once, of either kind.
static char *name_key(const char *name, const char *world) { return g_strconcat(world ? world : "", "\n", name, NULL); }

static bool register_name(CWKView *self, const char *name, const char *world, bool with_reply) {
  cwk_view_note_world(self, world);
  GHashTable *names = names_of(self->content);
  char *key = name_key(name, world);
  guint count = GPOINTER_TO_UINT(g_hash_table_lookup(names, key));
  bool is_known = true;
  if (count == 0 && with_reply)
    is_known = webkit_user_content_manager_register_script_message_handler_with_reply(self->content, name, world);
  else if (count == 0 && world)
    is_known = webkit_user_content_manager_register_script_message_handler_in_world(self->content, name, world);
  else if (count == 0)
    is_known = webkit_user_content_manager_register_script_message_handler(self->content, name);
  if (is_known)
    g_hash_table_replace(names, key, GUINT_TO_POINTER(count + 1));
  else
    g_free(key);
  return is_known;
}

static void unregister_name(CWKView *self, const char *name, const char *world) {
  GHashTable *names = names_of(self->content);
  g_autofree char *key = name_key(name, world);
  guint count = GPOINTER_TO_UINT(g_hash_table_lookup(names, key));
  if (count > 1) {
    g_hash_table_replace(names, g_steal_pointer(&key), GUINT_TO_POINTER(count - 1));
    return;
  }
  g_hash_table_remove(names, key);
  if (world)
    webkit_user_content_manager_unregister_script_message_handler_in_world(self->content, name, world);
  else
    webkit_user_content_manager_unregister_script_message_handler(self->content, name);
}

static void free_handler(gpointer data) {
  MessageHandler *handler = data;
  g_signal_handler_disconnect(handler->view->content, handler->signal);
  for (guint i = 0; handler->worlds && i < handler->worlds->len; i++) {
    const char *world = handler->worlds->pdata[i];
    unregister_name(handler->view, handler->name, *world ? world : NULL);
  }
  g_clear_pointer(&handler->worlds, g_ptr_array_unref);
  if (handler->release)
    handler->release(handler->context);
  g_free(handler->name);
  g_free(handler);
}

static MessageHandler *handler_of(CWKView *self, const char *name, bool with_reply) {
  g_autofree char *key = handler_key(name, with_reply);
  return self->message_handlers ? g_hash_table_lookup(self->message_handlers, key) : NULL;
}

static bool has_world(const MessageHandler *handler, const char *world, guint *index) {
  return handler && g_ptr_array_find_with_equal_func(handler->worlds, world ? world : "", g_str_equal, index);
}

bool cwk_view_add_message_handler(CWKView *self, const char *name, const char *world, bool with_reply,
                                  CWKMessageFn receive, void *context, CWKReleaseFn release) {
  MessageHandler *earlier = handler_of(self, name, with_reply);
  if (has_world(earlier, world, NULL) || has_world(handler_of(self, name, !with_reply), world, NULL))
    return false;
  if (!self->message_handlers)
    self->message_handlers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_handler);
  MessageHandler *handler = g_new0(MessageHandler, 1);
  *handler = (MessageHandler){self, receive,    context,        release,
                              0,    with_reply, g_strdup(name), g_ptr_array_new_with_free_func(g_free)};
  g_autofree char *signal =
      g_strdup_printf(with_reply ? "script-message-with-reply-received::%s" : "script-message-received::%s", name);
  // Connected before the name exists in the page, or a quick page's first message is lost.
  handler->signal = g_signal_connect(self->content, signal,
                                     with_reply ? G_CALLBACK(on_message_with_reply) : G_CALLBACK(on_message), handler);
  if (!register_name(self, name, world, with_reply)) {
    handler->release = NULL;
    free_handler(handler);
    return false;
  }
  if (earlier)
    g_ptr_array_extend_and_steal(handler->worlds, g_steal_pointer(&earlier->worlds));
  g_ptr_array_add(handler->worlds, g_strdup(world ? world : ""));
  g_hash_table_replace(self->message_handlers, handler_key(name, with_reply), handler);
  return true;
}

void cwk_view_remove_message_handler(CWKView *self, const char *name, const char *world, bool with_reply) {
  MessageHandler *handler = handler_of(self, name, with_reply);
  guint index = 0;
  if (!has_world(handler, world, &index))
    return;
  unregister_name(self, name, world);
  g_ptr_array_remove_index_fast(handler->worlds, index);
  g_autofree char *key = handler_key(name, with_reply);
  if (handler->worlds->len == 0)
    g_hash_table_remove(self->message_handlers, key);
}

void cwk_view_disconnect_messages(CWKView *self) { g_clear_pointer(&self->message_handlers, g_hash_table_destroy); }

void cwk_reply_resolve(CWKReply *reply, const char *script) {
  g_autoptr(JSCValue) value = script ? jsc_context_evaluate(reply->js, script, -1) : jsc_value_new_undefined(reply->js);
  webkit_script_message_reply_return_value(reply->reply, value);
  free_reply(reply);
}

void cwk_reply_reject(CWKReply *reply, const char *message) {
  webkit_script_message_reply_return_error_message(reply->reply, message);
  free_reply(reply);
}
