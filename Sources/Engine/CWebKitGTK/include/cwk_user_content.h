// User scripts and script message handlers of one view, and of the windows that its pages open: WebKit gives those the
// user content of their opener, see cwk_view_shares_content.
#ifndef CWK_USER_CONTENT_H
#define CWK_USER_CONTENT_H

#include "cwk_value.h"
#include "cwk_view.h"

// `world` NULL is the page's own world, here and below.
void cwk_view_add_user_script(CWKView *view, const char *source, bool at_document_end, bool main_frame_only,
                              const char *world);
void cwk_view_remove_user_scripts(CWKView *view);

// Whether WebKit has given the view the user content of the view that opened it: scripts, style sheets and filters are
// the same for both, and messages of either page reach the handlers of both.
bool cwk_view_shares_content(CWKView *view);

// Sets the style sheets that go before the pages' own, also of pages that are shown already: one for every frame, and
// one for the main frame only. NULL for none.
void cwk_view_set_user_styles(CWKView *view, const char *every_frame, const char *main_frame);

// An answer that the page's promise waits for.
typedef struct CWKReply CWKReply;

// A page posted `value`, which lives for the call. Of a string the UTF-8 bytes are given too (else `text` is NULL), so
// that the usual case costs one crossing. `reply` is NULL for a handler without reply; else the callee owns it where it
// returns true. False means that another view's page has posted the message: the next view with the handler is called.
typedef bool (*CWKMessageFn)(CWKValue *value, const char *text, size_t length, CWKReply *reply, void *context);

// A handler registered in several worlds under one name is one registration a world; those of one kind, with reply or
// without, all reach `receive` of the last: WebKitGTK does not tell the world. `release` is called when the handler is
// removed or the view goes. False for a name that the world has already.
bool cwk_view_add_message_handler(CWKView *view, const char *name, const char *world, bool with_reply,
                                  CWKMessageFn receive, void *context, CWKReleaseFn release);
void cwk_view_remove_message_handler(CWKView *view, const char *name, const char *world, bool with_reply);

// Each answers and frees the reply. `script` is evaluated to make the value: an expression over JSON text, never over
// anything that came from a page unencoded; NULL is undefined.
void cwk_reply_resolve(CWKReply *reply, const char *script);
void cwk_reply_reject(CWKReply *reply, const char *message);

#endif
