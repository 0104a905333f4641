#include "cwk_input.h"
#include "cwk_offscreen.h"
#include <string.h>

// How many seconds a view that an element of its page has filled stays in memory. Its web process has ended or answered
// by then.
enum { FULLSCREEN_PATIENCE = 60 };

static GQuark view_quark(void) {
  static GQuark quark;
  if (!quark)
    quark = g_quark_from_static_string("cwk-view");
  return quark;
}

CWKView *cwk_view_of(WebKitWebView *web_view) { return g_object_get_qdata(G_OBJECT(web_view), view_quark()); }

static void on_notify(GObject *object, GParamSpec *spec, gpointer data) {
  (void)object;
  CWKView *self = data;
  CWKProperty property = CWK_PROPERTY_IS_LOADING;
  if (!strcmp(spec->name, "title"))
    property = CWK_PROPERTY_TITLE;
  else if (!strcmp(spec->name, "uri"))
    property = CWK_PROPERTY_URI;
  else if (!strcmp(spec->name, "estimated-load-progress"))
    property = CWK_PROPERTY_PROGRESS;
  else if (!strcmp(spec->name, "camera-capture-state"))
    property = CWK_PROPERTY_CAMERA;
  else if (!strcmp(spec->name, "microphone-capture-state"))
    property = CWK_PROPERTY_MICROPHONE;
  self->callbacks.changed(property, self->callbacks.context);
}

static void on_history_changed(WebKitBackForwardList *list, gpointer added, gpointer removed, gpointer data) {
  (void)list, (void)added, (void)removed;
  CWKView *self = data;
  self->callbacks.changed(CWK_PROPERTY_HISTORY, self->callbacks.context);
}

static void on_terminated(WebKitWebView *web_view, WebKitWebProcessTerminationReason reason, gpointer data) {
  (void)web_view;
  CWKView *self = data;
  CWKTermination why = reason == WEBKIT_WEB_PROCESS_CRASHED                 ? CWK_TERMINATION_CRASHED
                       : reason == WEBKIT_WEB_PROCESS_EXCEEDED_MEMORY_LIMIT ? CWK_TERMINATION_MEMORY
                                                                            : CWK_TERMINATION_REQUESTED;
  self->callbacks.terminated(why, self->callbacks.context);
}

static GtkWidget *on_create(WebKitWebView *web_view, WebKitNavigationAction *action, gpointer data) {
  CWKView *self = data;
  CWKPolicyDecision *plain = cwk_policy_new_for_action(action);
  self->lends_content = true;
  CWKView *opened = self->callbacks.create(plain, self->callbacks.context);
  CWKView *opener = cwk_view_of(web_view);
  if (opener)
    opener->lends_content = false;
  cwk_policy_free(plain);
  return opened ? GTK_WIDGET(opened->web_view) : NULL;
}

static void on_close(WebKitWebView *web_view, gpointer data) {
  (void)web_view;
  CWKView *self = data;
  self->callbacks.close_requested(self->callbacks.context);
}

// The application shows its own menu. WebKit's would be a window of the display.
static gboolean on_menu(WebKitWebView *web_view, gpointer menu, gpointer event, WebKitHitTestResult *hit,
                        gpointer data) {
  (void)web_view, (void)menu, (void)event;
  CWKView *self = data;
  const char *link = webkit_hit_test_result_context_is_link(hit) ? webkit_hit_test_result_get_link_uri(hit) : NULL;
  self->callbacks.menu_asked(link, webkit_hit_test_result_context_is_image(hit), self->callbacks.context);
  return TRUE;
}

static gboolean cancel_color_chooser(WebKitWebView *web_view, WebKitColorChooserRequest *request, gpointer data) {
  (void)web_view, (void)data;
  webkit_color_chooser_request_cancel(request);
  return TRUE;
}

static gboolean skip_printing(WebKitWebView *web_view, WebKitPrintOperation *operation, gpointer data) {
  (void)web_view, (void)operation, (void)data;
  return TRUE;
}

// GTK's own dialogs are windows of the display. For a view off the screen nobody would see or expect one, and a page
// that prints would wait for the dialog's end.
static void cancel_dialogs(CWKView *self) {
  g_object_connect(self->web_view, "signal::run-color-chooser", cancel_color_chooser, self, "signal::print",
                   skip_printing, self, NULL);
}

static void connect(CWKView *self) {
  g_object_connect(self->web_view, "signal::notify::title", on_notify, self, "signal::notify::uri", on_notify, self,
                   "signal::notify::estimated-load-progress", on_notify, self, "signal::notify::is-loading", on_notify,
                   self, "signal::web-process-terminated", on_terminated, self, "signal::create", on_create, self,
                   "signal::close", on_close, self, "signal::context-menu", on_menu, self, NULL);
  g_signal_connect(webkit_web_view_get_back_forward_list(self->web_view), "changed", G_CALLBACK(on_history_changed),
                   self);
  cwk_view_connect_navigation(self);
  cwk_view_connect_choosers(self);
  cwk_view_connect_documents(self);
  cwk_view_connect_media(self, on_notify);
  cwk_view_connect_archive(self);
}

static gboolean stop_here(void) { return TRUE; }

// No window manager gives a window the focus that is offscreen or on a display of its own; without it no element
// matches `:focus`, and the document has none. WebKit listens to the window for whether it is active, and to its own
// widget; GTK's own part asks the X server about the window, which is none of its, and is left out.
void cwk_view_focus(CWKView *self) {
  gtk_widget_grab_focus(GTK_WIDGET(self->web_view));
  gulong handler = g_signal_connect(self->window, "focus-in-event", G_CALLBACK(stop_here), NULL);
  GtkWidget *listeners[] = {self->window, GTK_WIDGET(self->web_view)};
  for (guint i = 0; i < G_N_ELEMENTS(listeners); i++) {
    GdkEvent *event = gdk_event_new(GDK_FOCUS_CHANGE);
    event->focus_change.window = g_object_ref(gtk_widget_get_window(listeners[i]));
    event->focus_change.in = TRUE;
    gtk_widget_event(listeners[i], event);
    gdk_event_free(event);
  }
  g_signal_handler_disconnect(self->window, handler);
}

static WebKitWebsitePolicies *website_policies(const CWKViewOptions *options) {
  static const WebKitAutoplayPolicy autoplay[] = {WEBKIT_AUTOPLAY_ALLOW, WEBKIT_AUTOPLAY_ALLOW_WITHOUT_SOUND,
                                                  WEBKIT_AUTOPLAY_DENY};
  return webkit_website_policies_new_with_policies("autoplay", autoplay[options->autoplay], NULL);
}

// A size request makes a window as large as the page, also beyond the screen. From then on it is the least size as
// well, which WebDriver's Set Window Rect must be able to go below.
static void lift_least_size(CWKView *self) {
  if (webkit_web_view_is_controlled_by_automation(self->web_view))
    gtk_widget_set_size_request(GTK_WIDGET(self->web_view), -1, -1);
}

CWKView *cwk_view_new(const CWKViewOptions *options, const CWKViewCallbacks *callbacks) {
  CWKView *self = g_new0(CWKView, 1);
  self->callbacks = *callbacks;
  // Of a related view that is made while a page opens a window, WebKit makes the page from the opener's configuration.
  self->shares_content = options->related && options->related->lends_content;
  if (self->shares_content)
    options->related->lends_content = false;
  self->content = self->shares_content ? g_object_ref(options->related->content) : webkit_user_content_manager_new();
  g_autoptr(WebKitSettings) settings = cwk_settings_new(options);
  g_autoptr(WebKitWebsitePolicies) policies = website_policies(options);
  const char *origin = options->related ? "related-view" : "web-context";
  gpointer origin_object =
      options->related ? (gpointer)options->related->web_view : (gpointer)cwk_web_context(options->context);
  cwk_text_view_watch();
  self->web_view =
      g_object_new(WEBKIT_TYPE_WEB_VIEW, origin, origin_object, "user-content-manager", self->content, "settings",
                   settings, "is-controlled-by-automation", options->automated, "website-policies", policies, NULL);
  self->text_view = cwk_text_view_found(self->web_view);
  g_object_set_qdata(G_OBJECT(self->web_view), view_quark(), self);
  self->window = options->on_screen ? gtk_window_new(GTK_WINDOW_TOPLEVEL) : cwk_offscreen_window_new();
  gtk_window_set_default_size(GTK_WINDOW(self->window), options->width, options->height);
  gtk_widget_set_size_request(GTK_WIDGET(self->web_view), options->width, options->height);
  gtk_container_add(GTK_CONTAINER(self->window), GTK_WIDGET(self->web_view));
  connect(self);
  gtk_widget_show_all(self->window);
  lift_least_size(self);
  if (!options->on_screen) {
    cancel_dialogs(self);
    cwk_view_focus(self);
    // Nobody sees the window: GTK need not draw the page into it. A view under automation has a compositor, which waits
    // until GTK has drawn its frame.
    if (!options->automated)
      cwk_offscreen_window_freeze(self->window);
  }
  self->scale = gtk_widget_get_scale_factor(self->window);
  return self;
}

bool cwk_view_shares_content(CWKView *self) { return self->shares_content; }

int cwk_view_scale(CWKView *self) {
  return cwk_is_offscreen_window(self->window) ? self->scale : gtk_widget_get_scale_factor(self->window);
}

void *cwk_view_callback_context(CWKView *self) { return self->callbacks.context; }

static gboolean release(gpointer web_view) {
  g_object_unref(web_view);
  return G_SOURCE_REMOVE;
}

// WebKit reads the view again after it has emitted `web-process-terminated`. A view that is destroyed by a handler of
// the signal stays in memory until WebKit's function has returned. And when an element enters fullscreen, WebKit waits
// for the page to be drawn: it reads the view, without a look whether it is there, when that happens or the web process
// ends.
static void keep_in_memory(CWKView *self) {
  gpointer web_view = g_object_ref(self->web_view);
  if (self->entered_fullscreen)
    g_timeout_add_seconds_full(G_PRIORITY_DEFAULT, FULLSCREEN_PATIENCE, release, web_view, NULL);
  else
    g_idle_add_full(G_PRIORITY_DEFAULT, release, web_view, NULL);
}

void cwk_view_destroy(CWKView *self) {
  keep_in_memory(self);
  g_signal_handlers_disconnect_by_data(self->web_view, self);
  g_signal_handlers_disconnect_by_data(webkit_web_view_get_back_forward_list(self->web_view), self);
  if (self->finder)
    g_signal_handlers_disconnect_by_data(self->finder, self);
  cwk_view_disconnect_messages(self);
  cwk_view_disconnect_archive(self);
  g_object_set_qdata(G_OBJECT(self->web_view), view_quark(), NULL);
  webkit_web_view_try_close(self->web_view);
  if (self->text_view)
    gtk_widget_unparent(self->text_view);
  gtk_widget_destroy(self->window);
  g_object_unref(self->content);
  g_free(self);
}

void cwk_view_resize(CWKView *self, int width, int height) {
  gtk_widget_set_size_request(GTK_WIDGET(self->web_view), width, height);
  // Beside a bar the page is not all of the window, which then gets as small as what it holds.
  bool is_alone = gtk_widget_get_parent(GTK_WIDGET(self->web_view)) == self->window;
  gtk_window_resize(GTK_WINDOW(self->window), is_alone ? width : 1, is_alone ? height : 1);
  // The page learns its size at once, so that one that is loaded next begins with it. GTK resizes with its next frame,
  // and a window on the screen when the display server answers.
  if (cwk_is_offscreen_window(self->window)) {
    gtk_container_check_resize(GTK_CONTAINER(self->window));
  } else if (is_alone) {
    gtk_widget_get_preferred_size(GTK_WIDGET(self->web_view), NULL, NULL);
    gtk_widget_size_allocate(GTK_WIDGET(self->web_view), &(GtkAllocation){0, 0, width, height});
  }
  lift_least_size(self);
}

void cwk_view_set_shown(CWKView *self, bool shown) {
  gtk_widget_set_child_visible(GTK_WIDGET(self->web_view), shown);
  // GTK takes the focus from what it hides.
  if (shown && cwk_is_offscreen_window(self->window))
    cwk_view_focus(self);
}

void cwk_view_set_zoom(CWKView *self, double zoom) { webkit_web_view_set_zoom_level(self->web_view, zoom); }

void cwk_view_set_background(CWKView *self, double red, double green, double blue, double alpha) {
  webkit_web_view_set_background_color(self->web_view, &(GdkRGBA){red, green, blue, alpha});
}

CWKColor cwk_view_background(CWKView *self) {
  GdkRGBA color;
  webkit_web_view_get_background_color(self->web_view, &color);
  return (CWKColor){color.red, color.green, color.blue, color.alpha};
}

static const char *or_null(const char *text) { return text && *text ? text : NULL; }

const char *cwk_view_uri(CWKView *self) { return or_null(webkit_web_view_get_uri(self->web_view)); }
const char *cwk_view_title(CWKView *self) { return webkit_web_view_get_title(self->web_view); }
double cwk_view_progress(CWKView *self) { return webkit_web_view_get_estimated_load_progress(self->web_view); }
bool cwk_view_is_loading(CWKView *self) { return webkit_web_view_is_loading(self->web_view); }

void cwk_view_load(CWKView *self, const char *uri, const char *const *headers, size_t header_count) {
  g_autoptr(WebKitURIRequest) request = webkit_uri_request_new(uri);
  SoupMessageHeaders *existing = webkit_uri_request_get_http_headers(request);
  for (size_t i = 0; existing && i < header_count; i++)
    soup_message_headers_replace(existing, headers[2 * i], headers[2 * i + 1]);
  webkit_web_view_load_request(self->web_view, request);
}

void cwk_view_load_alternate_html(CWKView *self, const char *html, const char *failed_uri) {
  webkit_web_view_load_alternate_html(self->web_view, html, failed_uri, NULL);
}

void cwk_view_load_html(CWKView *self, const char *html, const char *base_uri) {
  webkit_web_view_load_html(self->web_view, html, base_uri);
}

void cwk_view_load_bytes(CWKView *self, const void *bytes, size_t length, const char *mime_type, const char *encoding,
                         const char *base_uri) {
  g_autoptr(GBytes) copy = g_bytes_new(bytes, length);
  webkit_web_view_load_bytes(self->web_view, copy, mime_type, encoding, base_uri);
}

// Returns a document's bytes as UTF-8 text; NULL for bytes that are not text.
static char *text_of(const void *bytes, size_t length, const char *encoding) {
  if (length && memchr(bytes, 0, length))
    return NULL;
  if (encoding && g_ascii_strcasecmp(encoding, "utf-8") != 0)
    return g_convert(bytes, (gssize)length, "UTF-8", encoding, NULL, NULL, NULL);
  return g_utf8_validate(bytes, (gssize)length, NULL) ? g_strndup(bytes, length) : NULL;
}

void cwk_view_load_document(CWKView *self, const void *bytes, size_t length, const char *mime_type,
                            const char *encoding, const char *uri) {
  bool is_html = strcmp(mime_type, "text/html") == 0;
  // WebKitGTK refuses empty data, so that an empty document loads as text.
  g_autofree char *html = is_html || !length ? text_of(length ? bytes : "", length, encoding) : NULL;
  if (is_html && html)
    webkit_web_view_load_alternate_html(self->web_view, html, uri, uri);
  else if (length)
    cwk_view_load_bytes(self, bytes, length, mime_type, encoding, uri);
  else
    webkit_web_view_load_html(self->web_view, "", uri);
}

bool cwk_view_can_show(CWKView *self, const char *mime_type) {
  return webkit_web_view_can_show_mime_type(self->web_view, mime_type);
}

void cwk_view_reload(CWKView *self, bool bypass_cache) {
  (bypass_cache ? webkit_web_view_reload_bypass_cache : webkit_web_view_reload)(self->web_view);
}

void cwk_view_stop(CWKView *self) { webkit_web_view_stop_loading(self->web_view); }
void cwk_view_terminate_process(CWKView *self) { webkit_web_view_terminate_web_process(self->web_view); }

typedef struct {
  void (*reached)(void *);
  void *context;
} Arrival;

static void on_arrival(GObject *source, GAsyncResult *result, gpointer data) {
  g_autofree Arrival *arrival = data;
  g_autoptr(WebKitUserMessage) reply =
      webkit_web_view_send_message_to_page_finish(WEBKIT_WEB_VIEW(source), result, NULL);
  arrival->reached(arrival->context);
}

void cwk_view_await_page(CWKView *self, void (*reached)(void *), void *context) {
  Arrival *arrival = g_new(Arrival, 1);
  *arrival = (Arrival){reached, context};
  // The web process does not know the message. It refuses the message after those before it, which shows the arrival.
  webkit_web_view_send_message_to_page(self->web_view, webkit_user_message_new(CWK_MESSAGE_ARRIVAL, NULL), NULL,
                                       on_arrival, arrival);
}

static WebKitBackForwardListItem *history_item(CWKView *self, int offset) {
  return webkit_back_forward_list_get_nth_item(webkit_web_view_get_back_forward_list(self->web_view), offset);
}

bool cwk_view_history_entry(CWKView *self, int offset,
                            void (*receive)(const char *, const char *, const char *, void *), void *context) {
  WebKitBackForwardListItem *item = history_item(self, offset);
  if (item)
    receive(webkit_back_forward_list_item_get_uri(item), webkit_back_forward_list_item_get_title(item),
            webkit_back_forward_list_item_get_original_uri(item), context);
  return item != NULL;
}

bool cwk_view_history_go(CWKView *self, int offset) {
  WebKitBackForwardListItem *item = history_item(self, offset);
  if (item)
    webkit_web_view_go_to_back_forward_list_item(self->web_view, item);
  return item != NULL;
}
