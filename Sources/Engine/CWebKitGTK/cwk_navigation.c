#include "cwk_private.h"
#include <string.h>

struct CWKPolicyDecision {
  CWKPolicyKind kind;
  // NULL for the action of a create signal, which is answered by its return value.
  WebKitPolicyDecision *decision;
  WebKitNavigationAction *action;
  // The method and headers of an action's request, see read_request().
  char *method;
  SoupMessageHeaders *headers;
};

static void copy_header(const char *name, const char *value, gpointer data) {
  soup_message_headers_append(data, name, value);
}

// Keeps the method and headers of an action's request. WebKitGTK gives them for http addresses only, so that the
// request of another scheme has such an address meanwhile.
static void read_request(CWKPolicyDecision *self) {
  WebKitURIRequest *request = webkit_navigation_action_get_request(self->action);
  g_autofree char *uri = g_strdup(webkit_uri_request_get_uri(request));
  const char *rest = uri ? strstr(uri, "://") : NULL;
  if (!rest)
    return;
  g_autofree char *web = g_strconcat("http", rest, NULL);
  webkit_uri_request_set_uri(request, web);
  self->method = g_strdup(webkit_uri_request_get_http_method(request));
  SoupMessageHeaders *headers = webkit_uri_request_get_http_headers(request);
  self->headers = soup_message_headers_new(SOUP_MESSAGE_HEADERS_REQUEST);
  if (headers)
    soup_message_headers_foreach(headers, copy_header, self->headers);
  webkit_uri_request_set_uri(request, uri);
}

CWKPolicyDecision *cwk_policy_new_for_action(WebKitNavigationAction *action) {
  CWKPolicyDecision *self = g_new0(CWKPolicyDecision, 1);
  self->kind = CWK_POLICY_NEW_WINDOW;
  self->action = webkit_navigation_action_copy(action);
  read_request(self);
  return self;
}

void cwk_policy_free(CWKPolicyDecision *self) {
  g_clear_object(&self->decision);
  g_clear_pointer(&self->action, webkit_navigation_action_free);
  g_clear_pointer(&self->headers, soup_message_headers_unref);
  g_free(self->method);
  g_free(self);
}

CWKPolicyKind cwk_policy_kind(CWKPolicyDecision *self) { return self->kind; }

void cwk_policy_answer(CWKPolicyDecision *self, CWKPolicyAnswer answer) {
  static void (*const answers[])(WebKitPolicyDecision *) = {
      [CWK_POLICY_USE] = webkit_policy_decision_use,
      [CWK_POLICY_IGNORE] = webkit_policy_decision_ignore,
      [CWK_POLICY_DOWNLOAD] = webkit_policy_decision_download,
  };
  answers[answer](self->decision);
  cwk_policy_free(self);
}

static WebKitResponsePolicyDecision *response_decision(CWKPolicyDecision *self) {
  return WEBKIT_RESPONSE_POLICY_DECISION(self->decision);
}

static WebKitURIRequest *request_of(CWKPolicyDecision *self) {
  return self->action ? webkit_navigation_action_get_request(self->action)
                      : webkit_response_policy_decision_get_request(response_decision(self));
}

static WebKitURIResponse *response_of(CWKPolicyDecision *self) {
  return webkit_response_policy_decision_get_response(response_decision(self));
}

const char *cwk_policy_uri(CWKPolicyDecision *self) { return webkit_uri_request_get_uri(request_of(self)); }
const char *cwk_policy_method(CWKPolicyDecision *self) {
  return self->action ? self->method : webkit_uri_request_get_http_method(request_of(self));
}

void cwk_policy_request_headers(CWKPolicyDecision *self, CWKPairFn receive, void *context) {
  cwk_headers_foreach(self->action ? self->headers : webkit_uri_request_get_http_headers(request_of(self)), receive,
                      context);
}

_Static_assert((int)CWK_NAVIGATION_LINK == (int)WEBKIT_NAVIGATION_TYPE_LINK_CLICKED, "WebKit's numbers");
_Static_assert((int)CWK_NAVIGATION_FORM == (int)WEBKIT_NAVIGATION_TYPE_FORM_SUBMITTED, "WebKit's numbers");
_Static_assert((int)CWK_NAVIGATION_HISTORY == (int)WEBKIT_NAVIGATION_TYPE_BACK_FORWARD, "WebKit's numbers");
_Static_assert((int)CWK_NAVIGATION_RELOAD == (int)WEBKIT_NAVIGATION_TYPE_RELOAD, "WebKit's numbers");
_Static_assert((int)CWK_NAVIGATION_FORM_AGAIN == (int)WEBKIT_NAVIGATION_TYPE_FORM_RESUBMITTED, "WebKit's numbers");

int cwk_policy_navigation_type(CWKPolicyDecision *self) {
  return (int)webkit_navigation_action_get_navigation_type(self->action);
}

bool cwk_policy_is_user_gesture(CWKPolicyDecision *self) {
  return webkit_navigation_action_is_user_gesture(self->action);
}

bool cwk_policy_is_redirect(CWKPolicyDecision *self) { return webkit_navigation_action_is_redirect(self->action); }

unsigned cwk_policy_modifiers(CWKPolicyDecision *self) {
  static const GdkModifierType keys[] = {GDK_SHIFT_MASK, GDK_CONTROL_MASK, GDK_MOD1_MASK, GDK_META_MASK, GDK_LOCK_MASK};
  unsigned state = webkit_navigation_action_get_modifiers(self->action), modifiers = 0;
  for (unsigned i = 0; i < G_N_ELEMENTS(keys); i++)
    modifiers |= state & keys[i] ? 1u << i : 0;
  return modifiers;
}

unsigned cwk_policy_button(CWKPolicyDecision *self) { return webkit_navigation_action_get_mouse_button(self->action); }

unsigned cwk_policy_status(CWKPolicyDecision *self) { return webkit_uri_response_get_status_code(response_of(self)); }
const char *cwk_policy_mime_type(CWKPolicyDecision *self) {
  return webkit_uri_response_get_mime_type(response_of(self));
}

int64_t cwk_policy_expected_length(CWKPolicyDecision *self) {
  return (int64_t)webkit_uri_response_get_content_length(response_of(self));
}

void cwk_policy_response_headers(CWKPolicyDecision *self, CWKPairFn receive, void *context) {
  cwk_headers_foreach(webkit_uri_response_get_http_headers(response_of(self)), receive, context);
}

bool cwk_policy_can_show(CWKPolicyDecision *self) {
  return webkit_response_policy_decision_is_mime_type_supported(response_decision(self));
}

bool cwk_policy_is_main_frame(CWKPolicyDecision *self) {
  return webkit_response_policy_decision_is_main_frame_main_resource(response_decision(self));
}

static gboolean on_decide_policy(WebKitWebView *web_view, WebKitPolicyDecision *decision, WebKitPolicyDecisionType type,
                                 gpointer data) {
  (void)web_view;
  CWKView *view = data;
  CWKPolicyDecision *self = g_new0(CWKPolicyDecision, 1);
  self->decision = g_object_ref(decision);
  if (type == WEBKIT_POLICY_DECISION_TYPE_RESPONSE) {
    self->kind = CWK_POLICY_RESPONSE;
  } else {
    self->kind = type == WEBKIT_POLICY_DECISION_TYPE_NEW_WINDOW_ACTION ? CWK_POLICY_NEW_WINDOW : CWK_POLICY_NAVIGATION;
    self->action = webkit_navigation_action_copy(
        webkit_navigation_policy_decision_get_navigation_action(WEBKIT_NAVIGATION_POLICY_DECISION(decision)));
    read_request(self);
  }
  view->callbacks.decide_policy(self, view->callbacks.context);
  return TRUE;
}

static CWKLoadEvent plain_event(WebKitLoadEvent event) {
  switch (event) {
  case WEBKIT_LOAD_STARTED:
    return CWK_LOAD_STARTED;
  case WEBKIT_LOAD_REDIRECTED:
    return CWK_LOAD_REDIRECTED;
  case WEBKIT_LOAD_COMMITTED:
    return CWK_LOAD_COMMITTED;
  default:
    return CWK_LOAD_FINISHED;
  }
}

static void on_load_changed(WebKitWebView *web_view, WebKitLoadEvent event, gpointer data) {
  (void)web_view;
  CWKView *view = data;
  view->callbacks.load_changed(plain_event(event), view->callbacks.context);
}

static gboolean on_load_failed(WebKitWebView *web_view, WebKitLoadEvent event, const char *uri, GError *error,
                               gpointer data) {
  (void)web_view;
  CWKView *view = data;
  CWKError plain = cwk_error(error);
  view->callbacks.load_failed(plain_event(event), uri, &plain, view->callbacks.context);
  // Unhandled, GTK would load an error page of its own, which changes the URL and the history.
  return TRUE;
}

static gboolean on_tls_failed(WebKitWebView *web_view, const char *uri, GTlsCertificate *certificate,
                              GTlsCertificateFlags flags, gpointer data) {
  (void)web_view, (void)certificate;
  CWKView *view = data;
  g_autofree char *message =
      g_strdup_printf("The server's certificate is not trusted (GTlsCertificateFlags %#x)", flags);
  CWKError plain = {"g-tls-error-quark", G_TLS_ERROR_BAD_CERTIFICATE, message};
  view->callbacks.load_failed(CWK_LOAD_STARTED, uri, &plain, view->callbacks.context);
  return TRUE;
}

static gboolean on_authenticate(WebKitWebView *web_view, WebKitAuthenticationRequest *request, gpointer data) {
  (void)web_view;
  CWKView *view = data;
  view->callbacks.authenticate((CWKChallenge *)(void *)g_object_ref(request), view->callbacks.context);
  return TRUE;
}

static gboolean on_script_dialog(WebKitWebView *web_view, WebKitScriptDialog *dialog, gpointer data) {
  // A WebDriver session answers dialogs itself, through the one that WebKit shows.
  if (webkit_web_view_is_controlled_by_automation(web_view))
    return FALSE;
  CWKView *view = data;
  view->callbacks.dialog((CWKDialog *)(void *)webkit_script_dialog_ref(dialog), view->callbacks.context);
  return TRUE;
}

void cwk_view_connect_navigation(CWKView *view) {
  g_object_connect(view->web_view, "signal::decide-policy", on_decide_policy, view, "signal::load-changed",
                   on_load_changed, view, "signal::load-failed", on_load_failed, view,
                   "signal::load-failed-with-tls-errors", on_tls_failed, view, "signal::authenticate", on_authenticate,
                   view, "signal::script-dialog", on_script_dialog, view, NULL);
}
