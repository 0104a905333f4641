// Load events, policy decisions and authentication challenges.
#ifndef CWK_NAVIGATION_H
#define CWK_NAVIGATION_H

#include "cwk_base.h"

typedef enum CWKLoadEvent { CWK_LOAD_STARTED, CWK_LOAD_REDIRECTED, CWK_LOAD_COMMITTED, CWK_LOAD_FINISHED } CWKLoadEvent;

typedef enum CWKPolicyKind { CWK_POLICY_NAVIGATION, CWK_POLICY_NEW_WINDOW, CWK_POLICY_RESPONSE } CWKPolicyKind;
typedef enum CWKPolicyAnswer { CWK_POLICY_USE, CWK_POLICY_IGNORE, CWK_POLICY_DOWNLOAD } CWKPolicyAnswer;

// A question of the page's: may this navigation go on, may this response be shown. Its strings live as long as it.
typedef struct CWKPolicyDecision CWKPolicyDecision;

CWKPolicyKind cwk_policy_kind(CWKPolicyDecision *decision);
// Answers and frees the decision.
void cwk_policy_answer(CWKPolicyDecision *decision, CWKPolicyAnswer answer);

const char *cwk_policy_uri(CWKPolicyDecision *decision);
// NULL for addresses without "://", such as about: and data:.
const char *cwk_policy_method(CWKPolicyDecision *decision);
void cwk_policy_request_headers(CWKPolicyDecision *decision, CWKPairFn receive, void *context);

// Of an action. The type is a CWKNavigationType.
int cwk_policy_navigation_type(CWKPolicyDecision *decision);
bool cwk_policy_is_user_gesture(CWKPolicyDecision *decision);
bool cwk_policy_is_redirect(CWKPolicyDecision *decision);
// The keys that were held, as bits: shift, control, alt, meta, caps lock.
unsigned cwk_policy_modifiers(CWKPolicyDecision *decision);
// The mouse button, 1 for the left, 2 for the middle and 3 for the right one; 0 for none.
unsigned cwk_policy_button(CWKPolicyDecision *decision);

// Of a response.
unsigned cwk_policy_status(CWKPolicyDecision *decision);
const char *cwk_policy_mime_type(CWKPolicyDecision *decision);
int64_t cwk_policy_expected_length(CWKPolicyDecision *decision);
void cwk_policy_response_headers(CWKPolicyDecision *decision, CWKPairFn receive, void *context);
bool cwk_policy_can_show(CWKPolicyDecision *decision);
bool cwk_policy_is_main_frame(CWKPolicyDecision *decision);

// A server or proxy asks for a name and a password.
typedef struct CWKChallenge CWKChallenge;

const char *cwk_challenge_host(CWKChallenge *challenge);
unsigned cwk_challenge_port(CWKChallenge *challenge);
const char *cwk_challenge_realm(CWKChallenge *challenge);
// WebKitGTK's WebKitAuthenticationScheme: 1 default, 2 basic, 3 digest, 4 html form, 5 NTLM, 6 negotiate.
int cwk_challenge_scheme(CWKChallenge *challenge);
bool cwk_challenge_is_proxy(CWKChallenge *challenge);
bool cwk_challenge_is_secure(CWKChallenge *challenge);
bool cwk_challenge_is_retry(CWKChallenge *challenge);
// Each frees the challenge. A NULL user goes on without a credential. One that is kept serves later requests, too.
void cwk_challenge_answer(CWKChallenge *challenge, const char *user, const char *password, bool is_kept);
void cwk_challenge_cancel(CWKChallenge *challenge);

#endif
