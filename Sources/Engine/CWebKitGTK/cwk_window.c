#include "cwk_window.h"
#include "cwk_private.h"

typedef struct {
  GtkWidget *bar;
  GtkWidget *controls[CWK_CONTROL_CLOSE];
  void (*used)(CWKControl control, bool is_on, void *context);
  void *context;
  bool is_setting;
} Bar;

static GQuark bar_quark(void) {
  static GQuark quark;
  if (!quark)
    quark = g_quark_from_static_string("cwk-window-bar");
  return quark;
}

static Bar *bar_of(CWKView *view) { return g_object_get_qdata(G_OBJECT(view->window), bar_quark()); }

static void on_clicked(GtkWidget *button, gpointer data) {
  Bar *bar = data;
  CWKControl control = (CWKControl)GPOINTER_TO_INT(g_object_get_data(G_OBJECT(button), "cwk-control"));
  bool is_on = GTK_IS_TOGGLE_BUTTON(button) && gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(button));
  if (!bar->is_setting)
    bar->used(control, is_on, bar->context);
}

static gboolean on_delete(GtkWidget *window, GdkEvent *event, gpointer data) {
  (void)window, (void)event;
  Bar *bar = data;
  bar->used(CWK_CONTROL_CLOSE, false, bar->context);
  return TRUE;
}

void cwk_window_add_controls(CWKView *view, void (*used)(CWKControl control, bool is_on, void *context),
                             void *context) {
  static const struct {
    const char *icon, *label;
    bool is_toggle;
  } controls[CWK_CONTROL_CLOSE] = {
      {"go-previous-symbolic", "Back", false},
      {"go-next-symbolic", "Forward", false},
      {"view-refresh-symbolic", "Reload", false},
      {"object-rotate-right-symbolic", "Rotate", false},
      {"weather-clear-night-symbolic", "Dark", true},
      {"network-offline-symbolic", "Offline", true},
      {"utilities-terminal-symbolic", "Web Inspector", false},
  };
  Bar *bar = g_new0(Bar, 1);
  *bar = (Bar){.bar = gtk_toolbar_new(), .used = used, .context = context};
  g_object_set_qdata_full(G_OBJECT(view->window), bar_quark(), bar, g_free);
  gtk_toolbar_set_icon_size(GTK_TOOLBAR(bar->bar), GTK_ICON_SIZE_SMALL_TOOLBAR);
  for (int i = 0; i < CWK_CONTROL_CLOSE; i++) {
    GtkToolItem *item = gtk_tool_item_new();
    GtkWidget *button = controls[i].is_toggle ? gtk_toggle_button_new() : gtk_button_new();
    gtk_button_set_image(GTK_BUTTON(button), gtk_image_new_from_icon_name(controls[i].icon, GTK_ICON_SIZE_MENU));
    gtk_button_set_relief(GTK_BUTTON(button), GTK_RELIEF_NONE);
    gtk_widget_set_tooltip_text(button, controls[i].label);
    atk_object_set_name(gtk_widget_get_accessible(button), controls[i].label);
    g_object_set_data(G_OBJECT(button), "cwk-control", GINT_TO_POINTER(i));
    g_signal_connect(button, controls[i].is_toggle ? "toggled" : "clicked", G_CALLBACK(on_clicked), bar);
    gtk_container_add(GTK_CONTAINER(item), button);
    gtk_toolbar_insert(GTK_TOOLBAR(bar->bar), item, -1);
    bar->controls[i] = button;
  }
  GtkWidget *column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), *page = GTK_WIDGET(view->web_view);
  g_object_ref(page);
  gtk_container_remove(GTK_CONTAINER(view->window), page);
  gtk_box_pack_start(GTK_BOX(column), bar->bar, FALSE, FALSE, 0);
  // However large the window is made, the page keeps the device's size.
  gtk_box_pack_start(GTK_BOX(column), page, FALSE, FALSE, 0);
  gtk_widget_set_halign(page, GTK_ALIGN_CENTER);
  gtk_widget_set_valign(page, GTK_ALIGN_START);
  g_object_unref(page);
  gtk_container_add(GTK_CONTAINER(view->window), column);
  g_signal_connect(view->window, "delete-event", G_CALLBACK(on_delete), bar);
  gtk_widget_show_all(column);
  gtk_widget_grab_focus(page);
}

void cwk_window_set_title(CWKView *view, const char *title, const char *subtitle) {
  g_autofree char *text = subtitle ? g_strdup_printf("%s — %s", title, subtitle) : g_strdup(title);
  gtk_window_set_title(GTK_WINDOW(view->window), text);
}

void cwk_window_set_control(CWKView *view, CWKControl control, bool is_enabled, bool is_on) {
  Bar *bar = bar_of(view);
  if (!bar || control >= CWK_CONTROL_CLOSE)
    return;
  bar->is_setting = true;
  gtk_widget_set_sensitive(bar->controls[control], is_enabled);
  if (GTK_IS_TOGGLE_BUTTON(bar->controls[control]))
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(bar->controls[control]), is_on);
  bar->is_setting = false;
}

void cwk_view_show_inspector(CWKView *view) {
  webkit_web_inspector_show(webkit_web_view_get_inspector(view->web_view));
}

typedef struct {
  void (*answered)(bool confirmed, const char *text, void *context);
  void *context;
  GtkWidget *entry;
} Question;

static void on_response(GtkDialog *dialog, gint response, gpointer data) {
  g_autofree Question *question = data;
  bool is_confirmed = response == GTK_RESPONSE_OK;
  g_autofree char *text =
      question->entry && is_confirmed ? g_strdup(gtk_entry_get_text(GTK_ENTRY(question->entry))) : NULL;
  gtk_widget_destroy(GTK_WIDGET(dialog));
  question->answered(is_confirmed, text, question->context);
}

void cwk_window_ask(CWKView *view, const char *message, const char *default_text, bool can_cancel,
                    void (*answered)(bool confirmed, const char *text, void *context), void *context) {
  Question *question = g_new0(Question, 1);
  *question = (Question){answered, context, NULL};
  GtkWidget *dialog = gtk_message_dialog_new(GTK_WINDOW(view->window), GTK_DIALOG_MODAL, GTK_MESSAGE_OTHER,
                                             can_cancel ? GTK_BUTTONS_OK_CANCEL : GTK_BUTTONS_OK, "%s", message);
  gtk_dialog_set_default_response(GTK_DIALOG(dialog), GTK_RESPONSE_OK);
  if (default_text) {
    question->entry = gtk_entry_new();
    gtk_entry_set_text(GTK_ENTRY(question->entry), default_text);
    gtk_entry_set_activates_default(GTK_ENTRY(question->entry), TRUE);
    gtk_container_add(GTK_CONTAINER(gtk_dialog_get_content_area(GTK_DIALOG(dialog))), question->entry);
  }
  g_signal_connect(dialog, "response", G_CALLBACK(on_response), question);
  gtk_widget_show_all(dialog);
}
