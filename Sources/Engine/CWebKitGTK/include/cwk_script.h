// Running JavaScript in a view's frames.
#ifndef CWK_SCRIPT_H
#define CWK_SCRIPT_H

#include "cwk_value.h"
#include "cwk_view.h"
#include "messages.h"

// One of `value` and `error` is NULL; both live for the call.
typedef void (*CWKScriptFn)(CWKValue *value, const CWKError *error, void *context);

// The world NULL is the page's own. `source_uri` names the script in errors and may be NULL.
void cwk_view_evaluate(CWKView *view, const char *script, size_t length, const char *world, const char *source_uri,
                       CWKScriptFn receive, void *context);
// Runs `body` as the body of an asynchronous function and waits for what it returns.
void cwk_view_call_function(CWKView *view, const char *body, size_t length, const char *world, const char *source_uri,
                            CWKScriptFn receive, void *context);

typedef struct CWKFrameScript {
  // WebKit's id of the frame.
  uint64_t frame;
  // NULL is the page's own.
  const char *world;
  const char *script;
  size_t length;
  // Names the script in errors.
  const char *source_uri;
  // The script's value is a promise to wait for.
  bool is_call;
} CWKFrameScript;

// Runs a script in any frame, by the web-process extension. `receive` gets 0 and the value as the extension's
// frame_value.h writes it, or a CWKFrameScriptFailure and a message. The text lives for the call.
void cwk_view_run_in_frame(CWKView *view, const CWKFrameScript *script,
                           void (*receive)(unsigned failure, const char *text, void *context), void *context);

#endif
