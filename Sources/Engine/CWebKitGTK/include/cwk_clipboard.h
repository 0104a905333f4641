// The clipboard, with the content that a view has copied.
#ifndef CWK_CLIPBOARD_H
#define CWK_CLIPBOARD_H

#include "cwk_base.h"

// Removes the content of this process from the clipboard and from the primary selection, which the middle mouse button
// pastes. Content of other processes stays.
void cwk_clipboard_clear(void);

#endif
