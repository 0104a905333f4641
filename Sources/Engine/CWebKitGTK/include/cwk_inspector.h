// A client of WebKit's remote inspector, in the process that it inspects. WebKit has no other way to its debugger.
#ifndef CWK_INSPECTOR_H
#define CWK_INSPECTOR_H

#include "cwk_base.h"
#include "cwk_view.h"

// A target as WebKit lists it: the page of a view whose developer extras are enabled.
typedef struct CWKInspectorTarget {
  uint64_t connection;
  uint64_t target;
} CWKInspectorTarget;

// Every callback is called with `context`, on the main thread.
typedef struct CWKInspectorCallbacks {
  // A target can be inspected from now on: it takes messages.
  void (*began)(CWKInspectorTarget target, void *context);
  // A target has gone.
  void (*ended)(CWKInspectorTarget target, void *context);
  // A message of a target, JSON of WebKit's inspector protocol. `length` bytes of UTF-8, which live for the call.
  void (*received)(CWKInspectorTarget target, const char *message, size_t length, void *context);
  void *context;
} CWKInspectorCallbacks;

typedef enum CWKInspectorStart {
  CWK_INSPECTOR_STARTED,
  // WebKit was made ready before this call, or is too old or new to listen.
  CWK_INSPECTOR_NOT_LISTENING,
  CWK_INSPECTOR_NO_SOCKET,
} CWKInspectorStart;

// Makes WebKit's engine ready with an inspector server on a free port of 127.0.0.1, and connects to it. WebKit's server
// takes any client, so this function has connections closed that come from another process. Call it once, before
// cwk_engine_init and cwk_gtk_init.
CWKInspectorStart cwk_inspector_start(const CWKInspectorCallbacks *callbacks);

// Sends a message to a target.
void cwk_inspector_send(CWKInspectorTarget target, const char *message);

// WebKit's number of the view's page. The inspector calls the page `page-NUMBER`.
uint64_t cwk_view_page_number(CWKView *view);

#endif
