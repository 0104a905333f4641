// A web view in a window of its own, on or off the screen.
#ifndef CWK_VIEW_H
#define CWK_VIEW_H

#include "cwk_chooser.h"
#include "cwk_context.h"
#include "cwk_dialog.h"
#include "cwk_navigation.h"

typedef struct CWKView CWKView;

typedef enum CWKProperty {
  CWK_PROPERTY_TITLE,
  CWK_PROPERTY_URI,
  CWK_PROPERTY_PROGRESS,
  CWK_PROPERTY_IS_LOADING,
  CWK_PROPERTY_HISTORY,
  CWK_PROPERTY_CAMERA,
  CWK_PROPERTY_MICROPHONE,
} CWKProperty;

// A document as the web-process extension sees it. The strings live for the call.
typedef struct CWKDocument {
  const char *id, *url, *origin;
  // The id of the document in the parent frame or, for a main frame, of its opener; empty where that has none.
  const char *creator;
  bool is_main_frame, has_opener;
} CWKDocument;

// A document that posts script messages, in one world, as the web-process extension sees it. The strings live for the
// call. `world` is empty for the page's own.
typedef struct CWKSender {
  const char *id, *world, *url, *origin;
  // WebKit's id of the frame.
  uint64_t frame;
  bool is_main_frame;
} CWKSender;

// A frame as the web-process extension sees it. The strings live for the call.
typedef struct CWKPageFrame {
  // WebKit's id of the frame; 0 for one in which scripts may not run.
  uint64_t id;
  // The address of its document, and the origin.
  const char *url, *origin;
  bool is_main_frame;
} CWKPageFrame;

typedef enum CWKTermination {
  CWK_TERMINATION_CRASHED,
  CWK_TERMINATION_MEMORY,
  CWK_TERMINATION_REQUESTED
} CWKTermination;

// Every callback is called with `context`, on the main thread.
typedef struct CWKViewCallbacks {
  void (*changed)(CWKProperty property, void *context);
  void (*load_changed)(CWKLoadEvent event, void *context);
  // `event` is where the load was: started (nothing shown yet) or committed.
  void (*load_failed)(CWKLoadEvent event, const char *uri, const CWKError *error, void *context);
  // The callee owns the decision and answers it once, now or later.
  void (*decide_policy)(CWKPolicyDecision *decision, void *context);
  // The callee owns the challenge and answers it once, now or later.
  void (*authenticate)(CWKChallenge *challenge, void *context);
  void (*terminated)(CWKTermination reason, void *context);
  // The callee owns the dialog and closes it once, now or later; the page waits.
  void (*dialog)(CWKDialog *dialog, void *context);
  // The callee owns the request and answers it once, now or later.
  void (*choose_files)(CWKFileChooser *chooser, void *context);
  // The callee owns the request and answers it once, now or later.
  void (*capture_media)(CWKCaptureRequest *request, void *context);
  // The page wants a new view: one made with `related` set to this view, or NULL to refuse. `action` lives for the
  // call.
  CWKView *(*create)(CWKPolicyDecision *action, void *context);
  void (*close_requested)(void *context);
  // A document with an id of the extension's begins. Nothing that its scripts post or ask for has come yet.
  void (*document_began)(const CWKDocument *document, void *context);
  // A document begins, or its address has changed. No message of the document's has come yet from there.
  void (*sender_changed)(const CWKSender *sender, void *context);
  // No more messages come from the document.
  void (*sender_gone)(const char *id, void *context);
  // Reports a click in a document, which may open a window. `address` is the link's, empty where none is known.
  void (*clicked)(const CWKPageFrame *frame, const char *address, void *context);
  // Reports that a script calls a function that opens a dialog or a window, before WebKit asks for either. `features`
  // are those of the window; empty without any.
  void (*call_began)(const CWKPageFrame *frame, const char *features, void *context);
  // Reports that the latest such call has returned.
  void (*call_ended)(void *context);
  // Reports that the extension has refused a file page, which is outside of the announced folder.
  void (*file_refused)(const char *uri, void *context);
  // Reports the end of a search of cwk_find.h.
  void (*search_ended)(bool is_found, void *context);
  // A person asks for the menu of an element. `link` is the address of its link; NULL where it has none.
  void (*menu_asked)(const char *link, bool is_image, void *context);
  // Reports that an element of the page is about to fill the screen, or no longer does.
  void (*fullscreen_changed)(bool is_entering, void *context);
  void *context;
} CWKViewCallbacks;

// Which media play without a gesture.
typedef enum CWKAutoplay { CWK_AUTOPLAY_ALL, CWK_AUTOPLAY_WITHOUT_SOUND, CWK_AUTOPLAY_NONE } CWKAutoplay;

typedef struct CWKViewOptions {
  CWKContext *context;
  // The view that opens this one; NULL otherwise.
  CWKView *related;
  int width;
  int height;
  // A window on the display instead of an off-screen one.
  bool on_screen;
  // WebDriver may drive the view.
  bool automated;
  CWKAutoplay autoplay;
  // The identifiers of features that the view has beside the engine's own.
  const char *const *features;
  size_t feature_count;
} CWKViewOptions;

CWKView *cwk_view_new(const CWKViewOptions *options, const CWKViewCallbacks *callbacks);
// Closes the page and frees the view; nothing is called back afterwards.
void cwk_view_destroy(CWKView *view);
// The context of the view's callbacks.
void *cwk_view_callback_context(CWKView *view);

// Properties of the view's WebKitSettings, by their GObject names.
void cwk_view_set_flag(CWKView *view, const char *setting, bool value);
void cwk_view_set_number(CWKView *view, const char *setting, unsigned value);
// Sets a property that WebKitSettings lists as a feature, by its identifier. Does nothing for an unknown one.
void cwk_view_set_feature(CWKView *view, const char *identifier, bool value);
// Sets a feature to the engine's own value.
void cwk_view_reset_feature(CWKView *view, const char *identifier);
// Sets the user agent to any text without control characters; an empty one restores WebKit's own.
void cwk_view_set_user_agent(CWKView *view, const char *text);
// The user agent in force. The string is the view's.
const char *cwk_view_user_agent(CWKView *view);

void cwk_view_resize(CWKView *view, int width, int height);
// Hides the page from WebKit, which then draws nothing, or shows it. A hidden page keeps its size.
void cwk_view_set_shown(CWKView *view, bool shown);
void cwk_view_set_zoom(CWKView *view, double zoom);

// A colour; each component is from 0 to 1.
typedef struct CWKColor {
  double red, green, blue, alpha;
} CWKColor;

// The colour that the page is drawn over. Call both on the main thread.
void cwk_view_set_background(CWKView *view, double red, double green, double blue, double alpha);
CWKColor cwk_view_background(CWKView *view);

// The view's strings, valid until the next call on the view. NULL where there is none.
const char *cwk_view_uri(CWKView *view);
const char *cwk_view_title(CWKView *view);
double cwk_view_progress(CWKView *view);
bool cwk_view_is_loading(CWKView *view);

// `headers` holds 2 * `header_count` strings and reaches http(s) servers only: WebKitGTK drops it for custom schemes.
void cwk_view_load(CWKView *view, const char *uri, const char *const *headers, size_t header_count);
void cwk_view_load_html(CWKView *view, const char *html, const char *base_uri);
// Shows HTML in place of what could not be loaded: the view's URI is `failed_uri`, and a reload tries that again.
void cwk_view_load_alternate_html(CWKView *view, const char *html, const char *failed_uri);
// `length` must not be 0.
void cwk_view_load_bytes(CWKView *view, const void *bytes, size_t length, const char *mime_type, const char *encoding,
                         const char *base_uri);
// Shows bytes as the document at `uri`. HTML gets an entry in the back-forward list if its text can be converted to
// UTF-8. `encoding` may be NULL. WebKit asks for no policy decision for HTML with an entry.
void cwk_view_load_document(CWKView *view, const void *bytes, size_t length, const char *mime_type,
                            const char *encoding, const char *uri);
// Returns whether WebKit can show documents of a MIME type.
bool cwk_view_can_show(CWKView *view, const char *mime_type);
void cwk_view_reload(CWKView *view, bool bypass_cache);
void cwk_view_stop(CWKView *view);
// Ends the web process; `terminated` follows with CWK_TERMINATION_REQUESTED.
void cwk_view_terminate_process(CWKView *view);

// Calls `reached` when the web process has dealt with everything that was sent to it before this call, or is gone.
void cwk_view_await_page(CWKView *view, void (*reached)(void *context), void *context);

// History entries relative to the current one: 0 is the current entry, -1 the one before. False where there is none.
bool cwk_view_history_entry(CWKView *view, int offset,
                            void (*receive)(const char *uri, const char *title, const char *original_uri,
                                            void *context),
                            void *context);
// Goes to that entry. False where there is none.
bool cwk_view_history_go(CWKView *view, int offset);

#endif
