// The list that a page's <select> opens, for hosts that show it themselves.
#ifndef CWK_MENU_H
#define CWK_MENU_H

#include "cwk_view.h"

// An open list. The callee owns it and answers once, now or later.
typedef struct CWKMenu CWKMenu;

// Calls `opened` instead of showing lists. One watcher a view; `context` outlives the view.
void cwk_view_take_menus(CWKView *view, void (*opened)(CWKMenu *menu, void *context), void *context);
size_t cwk_menu_count(CWKMenu *menu);
// An item's label, the menu's until it is answered, and what it is.
const char *cwk_menu_item(CWKMenu *menu, size_t index, bool *is_enabled, bool *is_group, bool *is_selected);
// Chooses an item, closes the list and frees it; an index out of range chooses none.
void cwk_menu_answer(CWKMenu *menu, size_t index);

#endif
