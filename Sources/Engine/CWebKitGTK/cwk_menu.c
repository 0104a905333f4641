#include "cwk_menu.h"
#include "cwk_private.h"

typedef struct {
  void (*opened)(CWKMenu *menu, void *context);
  void *context;
} Taker;

static WebKitOptionMenu *option_menu(CWKMenu *menu) { return (WebKitOptionMenu *)(void *)menu; }

static void free_taker(gpointer data, GClosure *closure) {
  (void)closure;
  g_free(data);
}

static gboolean on_show(WebKitWebView *web_view, WebKitOptionMenu *menu, GdkEvent *event, GdkRectangle *area,
                        gpointer data) {
  (void)web_view, (void)event, (void)area;
  Taker *taker = data;
  taker->opened((CWKMenu *)(void *)g_object_ref(menu), taker->context);
  return TRUE;
}

void cwk_view_take_menus(CWKView *view, void (*opened)(CWKMenu *menu, void *context), void *context) {
  Taker *taker = g_new(Taker, 1);
  *taker = (Taker){opened, context};
  g_signal_connect_data(view->web_view, "show-option-menu", G_CALLBACK(on_show), taker, free_taker, 0);
}

size_t cwk_menu_count(CWKMenu *menu) { return webkit_option_menu_get_n_items(option_menu(menu)); }

const char *cwk_menu_item(CWKMenu *menu, size_t index, bool *is_enabled, bool *is_group, bool *is_selected) {
  WebKitOptionMenuItem *item = webkit_option_menu_get_item(option_menu(menu), (guint)index);
  if (!item)
    return NULL;
  *is_enabled = webkit_option_menu_item_is_enabled(item);
  *is_group = webkit_option_menu_item_is_group_label(item);
  *is_selected = webkit_option_menu_item_is_selected(item);
  return webkit_option_menu_item_get_label(item);
}

void cwk_menu_answer(CWKMenu *menu, size_t index) {
  g_autoptr(WebKitOptionMenu) owned = option_menu(menu);
  if (index < cwk_menu_count(menu))
    webkit_option_menu_activate_item(owned, (guint)index);
  else
    webkit_option_menu_close(owned);
}
