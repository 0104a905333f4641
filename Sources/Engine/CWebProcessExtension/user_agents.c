#include "user_agents.h"
#include "destination.h"
#include <string.h>

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

static gboolean is_correcting;

void user_agents_correct(void) { is_correcting = TRUE; }

// Returns the user agent of a page's settings. Free the text.
static char *user_agent(WebKitWebPage *page) {
  static WebKitScriptWorld *world;
  if (!world)
    world = webkit_script_world_new();
  // The script world is a new one, where the page's scripts have changed nothing.
  g_autoptr(JSCContext) context =
      webkit_frame_get_js_context_for_script_world(webkit_web_page_get_main_frame(page), world);
  g_autoptr(JSCValue) agent = context ? jsc_context_evaluate(context, "navigator.userAgent", -1) : NULL;
  return agent && jsc_value_is_string(agent) ? jsc_value_to_string(agent) : NULL;
}

void user_agents_correct_request(WebKitWebPage *page, WebKitURIRequest *request) {
  SoupMessageHeaders *headers = is_correcting ? webkit_uri_request_get_http_headers(request) : NULL;
  if (!headers || request_kind(headers) != REQUEST_DOCUMENT)
    return;
  const char *sent = soup_message_headers_get_one(headers, "User-Agent");
  g_autofree char *agent = sent ? user_agent(page) : NULL;
  if (agent && strcmp(agent, sent) != 0)
    soup_message_headers_replace(headers, "User-Agent", agent);
}

static char *platform(gpointer data) { return g_strdup(data); }

static const char *platform_of(const char *agent) {
  static const struct {
    const char *product, *platform;
  } platforms[] = {{"(Macintosh;", "MacIntel"}, {"(iPhone;", "iPhone"}, {"(iPad;", "iPad"}};
  for (size_t i = 0; i < G_N_ELEMENTS(platforms); i++)
    if (strstr(agent, platforms[i].product))
      return platforms[i].platform;
  return NULL;
}

void user_agents_begin_document(WebKitWebPage *page, JSCContext *context) {
  g_autofree char *agent = is_correcting ? user_agent(page) : NULL;
  const char *name = agent ? platform_of(agent) : NULL;
  if (!name)
    return;
  g_autoptr(JSCValue) getter = jsc_value_new_function(context, "get platform", G_CALLBACK(platform), g_strdup(name),
                                                      g_free, G_TYPE_STRING, 0, G_TYPE_NONE);
  g_autoptr(JSCValue) define = jsc_context_evaluate(context,
                                                    "(get) => { Object.defineProperty(Navigator.prototype, 'platform', "
                                                    "{ get, enumerable: true, configurable: true }) }",
                                                    -1);
  g_autoptr(JSCValue) done = jsc_value_function_call(define, JSC_TYPE_VALUE, getter, G_TYPE_NONE);
}
