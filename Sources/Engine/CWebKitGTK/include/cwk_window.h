// A view's window on a person's display, with a bar of controls.
#ifndef CWK_WINDOW_H
#define CWK_WINDOW_H

#include "cwk_view.h"

typedef enum CWKControl {
  CWK_CONTROL_BACK,
  CWK_CONTROL_FORWARD,
  CWK_CONTROL_RELOAD,
  CWK_CONTROL_ROTATE,
  CWK_CONTROL_DARK,
  CWK_CONTROL_OFFLINE,
  CWK_CONTROL_INSPECTOR,
  CWK_CONTROL_CLOSE,
} CWKControl;

// Puts the bar above a view that is on the screen. `used` is called when a control is used, and `is_on` is its state
// where it has one; CWK_CONTROL_CLOSE stands for the window's own. `context` outlives the view.
void cwk_window_add_controls(CWKView *view, void (*used)(CWKControl control, bool is_on, void *context), void *context);
void cwk_window_set_title(CWKView *view, const char *title, const char *subtitle);
// Whether a control can be used, and whether it is on. Calls nothing back.
void cwk_window_set_control(CWKView *view, CWKControl control, bool is_enabled, bool is_on);
// Opens the Web Inspector. The view's developer extras have to be enabled.
void cwk_view_show_inspector(CWKView *view);

// Asks on the display what a page wants to know. `default_text` is NULL but for a prompt. `answer` gets NULL for a
// prompt that was cancelled, and lives for the call.
void cwk_window_ask(CWKView *view, const char *message, const char *default_text, bool can_cancel,
                    void (*answered)(bool confirmed, const char *text, void *context), void *context);

#endif
