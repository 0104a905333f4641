// A socket to the host: frames both ways, on the main loop, never waiting.
#ifndef SWWEBVIEW_SOCKET_H
#define SWWEBVIEW_SOCKET_H

#include "messages.h"
#include <glib-object.h>

// Takes a frame. It may write to the text and to the byte after it, but has to leave them as they were.
typedef void (*SocketReceiver)(const CWKChannelHeader *header, char *text, const void *bytes);

// Opens a connection to a name in the abstract namespace; -1 where nobody listens.
int socket_open(const char *name);

// Connects to a name in the abstract namespace; every frame that comes is given to `receive`.
void socket_connect(const char *name, SocketReceiver receive);

gboolean socket_is_open(void);

// Sends a frame; FALSE when the host is gone. What the host does not take at once is kept until it does. `bytes` may be
// NULL.
gboolean socket_send(CWKChannelHeader header, const void *text, GBytes *bytes);

#endif
