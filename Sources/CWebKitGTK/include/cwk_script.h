// Running JavaScript in a view's main frame.
#ifndef CWK_SCRIPT_H
#define CWK_SCRIPT_H

#include "cwk_value.h"
#include "cwk_view.h"

// One of `value` and `error` is NULL; both live for the call.
typedef void (*CWKScriptFn)(CWKValue *value, const CWKError *error, void *context);

// The world NULL is the page's own. `source_uri` names the script in errors and may be NULL.
void cwk_view_evaluate(CWKView *view, const char *script, size_t length, const char *world, const char *source_uri,
                       CWKScriptFn receive, void *context);
// Runs `body` as the body of an asynchronous function and waits for what it returns.
void cwk_view_call_function(CWKView *view, const char *body, size_t length, const char *world, CWKScriptFn receive,
                            void *context);

#endif
