// JavaScriptCore of WebKitGTK, for scripts in the host: one context on one thread, with a time limit.
//
// A C shim is necessary, because the time limit and its callbacks need functions that JavaScriptCore exports without a
// public header.
#pragma once

#include <stdbool.h>

typedef struct CJSEngine CJSEngine;

// A failure of a script. The failure owns its strings. cjs_failure_clear() frees them.
typedef struct {
  char *message;
  // The file name of the source; NULL where it is not known.
  char *file;
  // The line, from 1; 0 where it is not known.
  int line;
  // Whether the script was stopped, by its time limit or by cjs_engine_stop().
  bool is_stopped;
} CJSFailure;

// Returns the result of a script's call `host(kind, text)`. Runs on the engine's thread. The result is a string from
// malloc(), or NULL for undefined.
typedef char *(*CJSAsk)(const char *kind, const char *text, void *context);

// Makes a context. Its global object has the functions `host(kind, text)` and `evaluate(source, file)`, which the first
// script removes. The engine belongs to the calling thread. Only cjs_engine_stop() may be called on other threads. A
// call and its promise reactions may take `limit` seconds of processor time.
CJSEngine *cjs_engine_create(double limit, CJSAsk ask, void *context);
void cjs_engine_destroy(CJSEngine *engine);

// Runs a script. Returns false and fills `failure` where the script fails or is stopped.
bool cjs_engine_evaluate(CJSEngine *engine, const char *source, const char *file, CJSFailure *failure);

// Calls the global function named `function` with a text. Returns false and fills `failure` as cjs_engine_evaluate()
// does.
bool cjs_engine_call(CJSEngine *engine, const char *function, const char *text, CJSFailure *failure);

// Makes JavaScriptCore call the global function named `function` with each unhandled rejected promise and its reason.
void cjs_engine_report_rejections(CJSEngine *engine, const char *function);

// Stops the current script and all later ones. Call this function on any thread, before cjs_engine_destroy().
void cjs_engine_stop(CJSEngine *engine);

void cjs_failure_clear(CJSFailure *failure);
