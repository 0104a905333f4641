// The hardening of web processes: the parts of JavaScriptCore that they are launched without.
#ifndef CWK_PROCESS_H
#define CWK_PROCESS_H

// Each value includes those before it.
typedef enum CWKHardening {
  CWK_HARDENING_NONE,
  // JavaScript is interpreted: the process writes no code into its memory for it.
  CWK_HARDENING_NO_COMPILER,
  // Pages and workers have no WebAssembly.
  CWK_HARDENING_LOCKDOWN,
} CWKHardening;

// Sets the hardening of the web processes that WebKit launches from now on. WebKit launches the process of a
// view within the first call that needs it, and again within the first load after the process has ended.
void cwk_process_set_hardening(CWKHardening hardening);

#endif
