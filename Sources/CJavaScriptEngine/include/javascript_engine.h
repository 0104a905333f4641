// JavaScriptCore, which comes with WebKitGTK, for scripts that run in the host: one context on one thread, with a time
// limit.
//
// A C shim, since a time limit and its callbacks need functions that JavaScriptCore exports without a public header.
#pragma once

#include <stdbool.h>

typedef struct CJSEngine CJSEngine;

// A failure of a script. The texts belong to the failure: give it to cjs_failure_clear().
typedef struct {
  char *message;
  // The file that was given for the source; NULL where it is not known.
  char *file;
  // Counts from 1; 0 where it is not known.
  int line;
  // Whether the script was stopped: it took too long, or cjs_engine_stop() was called.
  bool is_stopped;
} CJSFailure;

// Answers `host(kind, text)` of a script, on the engine's thread. Returns text that malloc() made, or NULL for
// undefined.
typedef char *(*CJSAsk)(const char *kind, const char *text, void *context);

// Makes a context. Its global object has `host(kind, text)` and `evaluate(source, file)`, which the first script takes
// away. The engine belongs to the calling thread: every function but cjs_engine_stop() is called there. A call may take
// `limit` seconds of processor time, with the promise reactions that follow it.
CJSEngine *cjs_engine_create(double limit, CJSAsk ask, void *context);
void cjs_engine_destroy(CJSEngine *engine);

// Runs a script. Returns false and fills `failure` where it fails, or is stopped.
bool cjs_engine_evaluate(CJSEngine *engine, const char *source, const char *file, CJSFailure *failure);

// Calls the global function that has this name with a text.
bool cjs_engine_call(CJSEngine *engine, const char *function, const char *text, CJSFailure *failure);

// Has the global function that has this name called with each promise that is rejected unheard, and the reason.
void cjs_engine_report_rejections(CJSEngine *engine, const char *function);

// Stops the script that runs, and all that would run later. Any thread, until cjs_engine_destroy() is called.
void cjs_engine_stop(CJSEngine *engine);

void cjs_failure_clear(CJSFailure *failure);
