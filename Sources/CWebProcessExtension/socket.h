// A socket to the host: frames both ways, on the main loop, never waiting.
#ifndef SWWEBVIEW_SOCKET_H
#define SWWEBVIEW_SOCKET_H

#include <glib-object.h>

// Kind, document, and the sizes of the text and of the further bytes.
typedef struct {
  guint32 fields[4];
} SocketHeader;

typedef void (*SocketReceiver)(const SocketHeader *header, const void *text, const void *bytes);

// Connects to a name in the abstract namespace; every frame that comes is given to `receive`.
void socket_connect(const char *name, SocketReceiver receive);

gboolean socket_is_open(void);

// Sends a frame; FALSE when the host is gone. What the host does not take at once is kept until it does: the bytes
// where they are, if there is a `holder` that keeps them alive.
gboolean socket_send(SocketHeader header, const void *text, const void *bytes, GObject *holder);

#endif
