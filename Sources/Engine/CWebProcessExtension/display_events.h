#pragma once

// Ends the reading of the X display's events. Call it once GTK has started.
void display_events_ignore(void);
