// Processes that end with this one.
#ifndef CHILD_PROCESS_H
#define CHILD_PROCESS_H

// In C, because Swift may not fork, and posix_spawn cannot tie a child to its parent. Starts arguments[0], a path, with
// /dev/null as its input, and with its output going where this process's errors go; it inherits no other descriptor.
// The kernel kills it when the thread that called ends: call from the main thread. Both arrays end with NULL and are
// read before the return. Returns a descriptor that is readable once the process has ended, or -errno; the caller
// closes it, and reaps `pid`.
int ccp_start(char *const arguments[], char *const environment[], int *pid);

// A descriptor that is readable once the process has ended, or -errno. Any thread; the caller closes it.
int ccp_watch(int pid);

// Kills the process that a descriptor of the above stands for, whatever became of its number. Any thread.
void ccp_kill(int descriptor);

#endif
