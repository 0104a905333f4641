// Input as from a mouse and a keyboard: pages see trusted events. For views with a window on the display.
#ifndef CWK_INPUT_H
#define CWK_INPUT_H

#include "cwk_view.h"

typedef enum CWKPointerKind {
  CWK_POINTER_MOVE,
  CWK_POINTER_PRESS,
  CWK_POINTER_RELEASE,
  CWK_POINTER_LEAVE,
} CWKPointerKind;

typedef enum CWKTouchKind {
  CWK_TOUCH_BEGIN,
  CWK_TOUCH_MOVE,
  CWK_TOUCH_END,
  CWK_TOUCH_CANCEL,
} CWKTouchKind;

typedef enum CWKModifier {
  CWK_MODIFIER_SHIFT = 1,
  CWK_MODIFIER_CONTROL = 2,
  CWK_MODIFIER_ALT = 4,
  CWK_MODIFIER_META = 8,
} CWKModifier;

// Gives the page the keyboard's focus, where no window manager does.
void cwk_view_focus(CWKView *view);
// Places are in CSS pixels of the view. `button` is 1, 2 or 3 from the left; `held` are the buttons held down, bit 0
// for the first. `modifiers` are of CWKModifier. `clicks` is 1 for a press that begins a click, 2 or 3 for one of a
// double or triple click, and 0 for one that WebKit counts by its time.
void cwk_view_pointer(CWKView *view, CWKPointerKind kind, double x, double y, int button, unsigned held,
                      unsigned modifiers, int clicks);
// Begins, moves, ends or cancels a touch point. `finger` identifies the point among those that are down.
void cwk_view_touch(CWKView *view, CWKTouchKind kind, unsigned finger, double x, double y);
// Turns the wheel so that the page moves by CSS pixels.
void cwk_view_scroll(CWKView *view, double x, double y, double delta_x, double delta_y, unsigned modifiers);
// `key` is a DOM key name ("a", "Enter"). False for one that no keyboard here has.
bool cwk_view_key(CWKView *view, bool pressed, const char *key, unsigned modifiers);
// Puts text where the caret is.
void cwk_view_insert_text(CWKView *view, const char *text);

#endif
