// Sockets in the abstract namespace, and descriptors on the main loop.
#ifndef CWK_SOCKET_H
#define CWK_SOCKET_H

#include "cwk_base.h"

// A socket that listens at `name`, which has no file; -1 where that cannot be. Close it when it is not needed any more.
int cwk_socket_listen(const char *name);

// Takes a connection of a process of the same user, never waiting; -1 when there is none, or it is another's.
int cwk_socket_accept(int listener);

// Calls `ready` on the main thread whenever the descriptor can be read, or written if `writing`, until the watch is
// removed. `ready` may remove it. Returns what removes it.
unsigned cwk_descriptor_watch(int descriptor, bool writing, void (*ready)(void *context), void *context);
void cwk_descriptor_unwatch(unsigned watch);

#endif
