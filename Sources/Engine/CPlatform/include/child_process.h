// Programs that run as children of this process.
#ifndef CHILD_PROCESS_H
#define CHILD_PROCESS_H

// Stands for /dev/null in place of a standard stream, and for no extra descriptor.
enum { CCP_NONE = -1 };

// A program to start, and its ties to this process. The pointers are read only while ccp_start() runs.
typedef struct CCPProgram {
  // The path, which is looked for nowhere, and the arguments. The array ends with NULL.
  char *const *arguments;
  // NAME=value texts, with NULL at the end; NULL for the environment of this process.
  char *const *environment;
  // The descriptors that the child gets copies of, as its standard streams; CCP_NONE is /dev/null.
  int input;
  int output;
  int errors;
  // The descriptor that the child gets a copy of as its descriptor 3, or CCP_NONE. It inherits no others.
  int extra;
  // The signal that the child gets when the thread that started it ends, from the kernel; 0 for none.
  int signal_at_end;
} CCPProgram;

// In C, because Swift may not fork, and posix_spawn cannot tie a child to its parent. Starts a program in a process
// group of its own, with no signal blocked or ignored. Returns the process id, or -errno. Any thread, but a program
// with a `signal_at_end` needs one that lives as long as this process: the main thread. The caller calls ccp_reap().
int ccp_start(const CCPProgram *program);

// Makes a pipe that no other child inherits. Returns 0, or -errno. Any thread; the caller closes both ends.
int ccp_pipe(int *reading, int *writing);

// Waits for the end of a child and forgets the child. Returns the exit code, or minus the number of the signal that
// ended the child. Any thread.
int ccp_reap(int pid);

// Returns a descriptor that is readable once the process has ended, or -errno. The process need not be a child. Any
// thread; the caller closes the descriptor.
int ccp_watch(int pid);

// Sends a signal to the process of a descriptor that ccp_watch() returned, whatever became of the process's number. Any
// thread.
void ccp_signal(int descriptor, int number);

#endif
