// The appearance of the system around the pages: of all views of the process.
#ifndef CWK_APPEARANCE_H
#define CWK_APPEARANCE_H

#include "cwk_base.h"

// Sets the answers to `prefers-color-scheme` and `prefers-reduced-motion`. GTK must have been initialised.
void cwk_appearance_set_dark(bool dark);
void cwk_appearance_set_reduced_motion(bool reduced);
// Sets the device pixels to a CSS pixel, from 1 on. Views off the screen keep the scale that was set when they were
// made. Returns false where the display is no X display.
bool cwk_appearance_set_scale(int scale);

// Returns whether the machine has a font of this name. GTK must have been initialised.
bool cwk_font_is_installed(const char *family);

#endif
