// One thread for GTK, `MainActor` and `DispatchQueue.main`.
#ifndef CWK_LOOP_H
#define CWK_LOOP_H

#include "cwk_base.h"
#include <poll.h>

// Whether the main thread runs the GLib loop: true in a process whose `main` is asynchronous (the command, Swift
// Testing), from before its first statement on. False where `main` is synchronous: such a host needs the pump below.
bool cwk_loop_owns_main_thread(void);

// Makes WebKit's engine ready, on the main thread and without a display. Doing it twice is harmless. JavaScriptCore on
// its own must not come first: it would leave WebKit with a main loop that nobody runs, and no page would load. Time
// limits of scripts in this process also need the option that this function sets.
void cwk_engine_init(void);

// Initialises GTK on the calling thread, which must be the main thread. Returns false where the display cannot be
// opened. Doing it twice is harmless.
bool cwk_gtk_init(void);

// Runs everything that is ready in the GLib loop without waiting, then writes what the loop waits for to `fds` (at most
// `capacity`) and the longest time it may sleep to `timeout_ms` (-1: no limit). Returns the number of descriptors.
// For hosts whose main thread spins another loop.
int cwk_loop_iterate(struct pollfd *fds, int capacity, int *timeout_ms);

// After traffic, lets the main thread look for more for up to `microseconds` before it sleeps; 0 turns this off (the
// state at start). Waking from poll is a large part of a round trip.
void cwk_loop_set_spin(unsigned microseconds);

// Marks that bridge traffic just happened, so that the loop spins. Cheap.
void cwk_loop_note_traffic(void);

#endif
