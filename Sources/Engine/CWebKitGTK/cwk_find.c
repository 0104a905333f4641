#include "cwk_private.h"

static void end(WebKitFindController *controller, bool is_found, CWKView *view) {
  // WebKitGTK marks every match. This call removes the marks and keeps the selection.
  webkit_find_controller_search_finish(controller);
  view->callbacks.search_ended(is_found, view->callbacks.context);
}

static void on_found(WebKitFindController *controller, guint count, gpointer data) {
  (void)count;
  end(controller, true, data);
}

static void on_missed(WebKitFindController *controller, gpointer data) { end(controller, false, data); }

void cwk_view_find(CWKView *view, const char *text, unsigned options) {
  WebKitFindController *controller = webkit_web_view_get_find_controller(view->web_view);
  if (!view->finder) {
    view->finder = controller;
    g_object_connect(controller, "signal::found-text", on_found, view, "signal::failed-to-find-text", on_missed, view,
                     NULL);
  }
  guint32 flags = (options & CWK_FIND_CASE_SENSITIVE) ? 0 : WEBKIT_FIND_OPTIONS_CASE_INSENSITIVE;
  if (options & CWK_FIND_BACKWARDS)
    flags |= WEBKIT_FIND_OPTIONS_BACKWARDS;
  if (options & CWK_FIND_WRAPS)
    flags |= WEBKIT_FIND_OPTIONS_WRAP_AROUND;
  webkit_find_controller_search(controller, text, flags, 1);
}
