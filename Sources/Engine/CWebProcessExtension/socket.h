// A socket to the host: frames both ways, on the main loop, never waiting.
#ifndef SWWEBVIEW_SOCKET_H
#define SWWEBVIEW_SOCKET_H

#include <glib-object.h>

// The kinds of frames.
enum {
  FRAME_OPEN = 1,
  FRAME_CLOSE,
  FRAME_MESSAGE,
  // A question of a script that waits, or its answer.
  FRAME_QUESTION,
};

// The head of a frame, in the machine's order. ChannelConnection.swift reads and writes it in the host.
typedef struct {
  guint32 kind, document, text_size, bytes_size;
} SocketHeader;

// Takes a frame. It may write to the text and to the byte after it, but has to leave them as they were.
typedef void (*SocketReceiver)(const SocketHeader *header, char *text, const void *bytes);

// Opens a connection to a name in the abstract namespace; -1 where nobody listens.
int socket_open(const char *name);

// Connects to a name in the abstract namespace; every frame that comes is given to `receive`.
void socket_connect(const char *name, SocketReceiver receive);

gboolean socket_is_open(void);

// Sends a frame; FALSE when the host is gone. What the host does not take at once is kept until it does. `bytes` may be
// NULL.
gboolean socket_send(SocketHeader header, const void *text, GBytes *bytes);

#endif
