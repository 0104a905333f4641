// Errors, and the shape of small callbacks that several files share.
#ifndef CWK_BASE_H
#define CWK_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A failure as GLib reported it. The pointers live until the callback that received the struct returns.
typedef struct CWKError {
  const char *domain;
  int code;
  const char *message;
} CWKError;

// Receives one name and value, of a header or of a history entry.
typedef void (*CWKPairFn)(const char *name, const char *value, void *context);

// Frees what `context` stands for. Called once.
typedef void (*CWKReleaseFn)(void *context);

// The version of the WebKitGTK library that is loaded.
void cwk_webkit_version(unsigned *major, unsigned *minor, unsigned *micro);

#endif
