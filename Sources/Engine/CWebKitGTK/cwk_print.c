#include "cwk_private.h"

typedef struct {
  void (*receive)(const CWKError *, void *);
  void *context;
  bool failed;
} Print;

static void on_print_failed(WebKitPrintOperation *operation, GError *error, gpointer data) {
  (void)operation;
  Print *print = data;
  print->failed = true;
  CWKError plain = cwk_error(error);
  print->receive(&plain, print->context);
}

static void on_print_finished(WebKitPrintOperation *operation, gpointer data) {
  Print *print = data;
  if (!print->failed)
    print->receive(NULL, print->context);
  g_free(print);
  g_object_unref(operation);
}

static GtkPrintSettings *settings_of(const char *file_uri, CWKPrintOptions options) {
  GtkPrintSettings *settings = gtk_print_settings_new();
  gtk_print_settings_set_printer(settings, "Print to File");
  gtk_print_settings_set(settings, GTK_PRINT_SETTINGS_OUTPUT_FILE_FORMAT, "pdf");
  gtk_print_settings_set(settings, GTK_PRINT_SETTINGS_OUTPUT_URI, file_uri);
  if (options.scale > 0)
    gtk_print_settings_set_scale(settings, options.scale * 100);
  if (options.range_count > 0) {
    g_autofree GtkPageRange *ranges = g_new(GtkPageRange, options.range_count);
    for (int index = 0; index < options.range_count; index++)
      ranges[index] = (GtkPageRange){options.ranges[2 * index], options.ranges[2 * index + 1]};
    gtk_print_settings_set_print_pages(settings, GTK_PRINT_PAGES_RANGES);
    gtk_print_settings_set_page_ranges(settings, ranges, options.range_count);
  }
  return settings;
}

static void set_paper(WebKitPrintOperation *operation, CWKPrintOptions options) {
  GtkPageSetup *setup = gtk_page_setup_new();
  GtkPaperSize *paper = gtk_paper_size_new_custom("custom", "custom", options.width, options.height, GTK_UNIT_MM);
  gtk_page_setup_set_paper_size(setup, paper);
  gtk_paper_size_free(paper);
  gtk_page_setup_set_orientation(setup,
                                 options.landscape ? GTK_PAGE_ORIENTATION_LANDSCAPE : GTK_PAGE_ORIENTATION_PORTRAIT);
  gtk_page_setup_set_top_margin(setup, options.top, GTK_UNIT_MM);
  gtk_page_setup_set_right_margin(setup, options.right, GTK_UNIT_MM);
  gtk_page_setup_set_bottom_margin(setup, options.bottom, GTK_UNIT_MM);
  gtk_page_setup_set_left_margin(setup, options.left, GTK_UNIT_MM);
  webkit_print_operation_set_page_setup(operation, setup);
  g_object_unref(setup);
}

void cwk_view_print(CWKView *view, const char *file_uri, CWKPrintOptions options,
                    void (*receive)(const CWKError *, void *), void *context) {
  Print *print = g_new0(Print, 1);
  *print = (Print){receive, context, false};
  g_object_set(webkit_web_view_get_settings(view->web_view), "print-backgrounds", (gboolean)options.backgrounds, NULL);
  WebKitPrintOperation *operation = webkit_print_operation_new(view->web_view);
  g_autoptr(GtkPrintSettings) settings = settings_of(file_uri, options);
  webkit_print_operation_set_print_settings(operation, settings);
  if (options.width > 0)
    set_paper(operation, options);
  g_signal_connect(operation, "failed", G_CALLBACK(on_print_failed), print);
  g_signal_connect(operation, "finished", G_CALLBACK(on_print_finished), print);
  webkit_print_operation_print(operation);
}
