// What is copied in a view.
#ifndef CWK_CLIPBOARD_H
#define CWK_CLIPBOARD_H

#include "cwk_base.h"

// Takes off the clipboard, and off the selection that the middle button pastes, what a view of this process has put
// there. What another process has put there stays.
void cwk_clipboard_clear(void);

#endif
