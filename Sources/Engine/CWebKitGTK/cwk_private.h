// Declarations that the shim's own files share. WebKit's and GTK's types stop here.
#ifndef CWK_PRIVATE_H
#define CWK_PRIVATE_H

#include "CWebKitGTK.h"
#include <webkit2/webkit2.h>

struct CWKView {
  WebKitWebView *web_view;
  WebKitUserContentManager *content;
  // Whether the content is that of the view that opened this one.
  bool shares_content;
  // Whether WebKit gives the next view that is related to this one its user content.
  bool lends_content;
  GtkWidget *window;
  // WebKit's own, see cwk_text_view_watch; NULL where there is none.
  GtkWidget *text_view;
  // Whether an element of the page has entered fullscreen.
  bool entered_fullscreen;
  // The find controller of the view, which WebKit owns; NULL before the first search.
  WebKitFindController *finder;
  CWKViewCallbacks callbacks;
  // Device pixels to a CSS pixel when the view was made, which is what a view off the screen keeps.
  int scale;
  // Message handlers by kind and name: MessageHandler of cwk_user_content.c.
  GHashTable *message_handlers;
  // The WebKitWebResources of the page that is shown, by their addresses.
  GHashTable *resources;
};

static inline CWKError cwk_error(const GError *error) {
  return (CWKError){g_quark_to_string(error->domain), error->code, error->message};
}

static inline WebKitWebContext *cwk_web_context(CWKContext *context) { return (WebKitWebContext *)(void *)context; }

int cwk_view_scale(CWKView *view);
// Each WebKitWebView makes a GtkTextView for key bindings, is its parent, and never lets go of it: 20 KB for each view.
// Watch before the view is made; the second function returns the text view, which is to be unparented when the view is
// destroyed.
void cwk_text_view_watch(void);
GtkWidget *cwk_text_view_found(WebKitWebView *web_view);
// The view whose WebKitWebView this is; NULL when it was destroyed.
CWKView *cwk_view_of(WebKitWebView *web_view);
void cwk_view_connect_navigation(CWKView *view);
void cwk_view_connect_choosers(CWKView *view);
void cwk_view_connect_documents(CWKView *view);
// `changed` is for the notifications of the capture states; its data is the view.
void cwk_view_connect_media(CWKView *view, void (*changed)(GObject *object, GParamSpec *property, gpointer view));
void cwk_view_connect_archive(CWKView *view);
void cwk_view_disconnect_archive(CWKView *view);
// Has the extension of the view's context, if any, watch documents in a script world. Call it before WebKit hears of
// the world; `world` NULL does nothing.
void cwk_view_note_world(CWKView *view, const char *world);
// Lets media elements in the web processes of a context load from a scheme that has a handler.
void cwk_extension_note_scheme(WebKitWebContext *context, const char *scheme);
// Makes the settings of a new view.
WebKitSettings *cwk_settings_new(const CWKViewOptions *options);
void cwk_view_disconnect_messages(CWKView *view);
void cwk_headers_foreach(SoupMessageHeaders *headers, CWKPairFn receive, void *context);
CWKPolicyDecision *cwk_policy_new_for_action(WebKitNavigationAction *action);
CWKBodyState cwk_body_open(WebKitURISchemeRequest *request, GInputStream **body);
void cwk_policy_free(CWKPolicyDecision *decision);

// Has GDK ask the X display for events only when there can be some. Call it when GDK has its display.
void cwk_display_ask_seldom(void);

// Descriptors that are served in the middle of the loop's wait while there is traffic: a whole round of the loop costs
// several times as much. They are sources of the loop besides.
void cwk_quick_add(int descriptor, void (*ready)(void *context), void *context);
void cwk_quick_remove(int descriptor, const void *context);
// Returns whether anything was ready.
bool cwk_quick_serve(void);

// Does what cwk_loop_note_traffic does, for what WebKit's own threads bring. On one core these threads need that core,
// so that the loop sleeps.
void cwk_loop_note_message(void);

// Answers the reads of streams whose small pieces wait for the end of the loop's turn. Returns whether there were any.
bool cwk_streams_flush(void);
// Does the same, and begins another turn. The loop calls it before it polls.
bool cwk_streams_end_turn(void);

#endif
