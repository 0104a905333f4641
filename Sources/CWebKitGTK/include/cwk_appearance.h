// How the system around the pages looks: of all views of the process.
#ifndef CWK_APPEARANCE_H
#define CWK_APPEARANCE_H

#include "cwk_base.h"

// What `prefers-color-scheme` and `prefers-reduced-motion` ask. GTK must have been initialised.
void cwk_appearance_set_dark(bool dark);
void cwk_appearance_set_reduced_motion(bool reduced);
// Device pixels to a CSS pixel, from 1 on. Views off the screen keep what was set when they were made. False where the
// display is no X display.
bool cwk_appearance_set_scale(int scale);

#endif
