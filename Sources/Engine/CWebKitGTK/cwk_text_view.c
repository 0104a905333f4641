#include "cwk_private.h"

static GtkWidget *found;
static gulong hook;

static guint parent_set(void) { return g_signal_lookup("parent-set", GTK_TYPE_WIDGET); }

static gboolean note(GSignalInvocationHint *hint, guint count, const GValue *values, gpointer data) {
  (void)hint, (void)count, (void)data;
  GtkWidget *widget = g_value_get_object(values);
  if (GTK_IS_TEXT_VIEW(widget))
    found = widget;
  return TRUE;
}

void cwk_text_view_watch(void) {
  found = NULL;
  hook = g_signal_add_emission_hook(parent_set(), 0, note, NULL, NULL);
}

GtkWidget *cwk_text_view_found(WebKitWebView *web_view) {
  g_signal_remove_emission_hook(parent_set(), hook);
  return found && gtk_widget_get_parent(found) == GTK_WIDGET(web_view) ? found : NULL;
}
