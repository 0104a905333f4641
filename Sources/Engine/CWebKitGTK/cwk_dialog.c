#include "cwk_private.h"

static WebKitScriptDialog *script_dialog(CWKDialog *dialog) { return (WebKitScriptDialog *)(void *)dialog; }

CWKDialogKind cwk_dialog_kind(CWKDialog *self) {
  switch (webkit_script_dialog_get_dialog_type(script_dialog(self))) {
  case WEBKIT_SCRIPT_DIALOG_CONFIRM:
    return CWK_DIALOG_CONFIRM;
  case WEBKIT_SCRIPT_DIALOG_PROMPT:
    return CWK_DIALOG_PROMPT;
  case WEBKIT_SCRIPT_DIALOG_BEFORE_UNLOAD_CONFIRM:
    return CWK_DIALOG_BEFORE_UNLOAD;
  default:
    return CWK_DIALOG_ALERT;
  }
}

const char *cwk_dialog_message(CWKDialog *self) { return webkit_script_dialog_get_message(script_dialog(self)); }

const char *cwk_dialog_default_text(CWKDialog *self) {
  return cwk_dialog_kind(self) == CWK_DIALOG_PROMPT ? webkit_script_dialog_prompt_get_default_text(script_dialog(self))
                                                    : NULL;
}

void cwk_dialog_close(CWKDialog *self, bool confirmed, const char *text) {
  CWKDialogKind kind = cwk_dialog_kind(self);
  if (kind == CWK_DIALOG_CONFIRM || kind == CWK_DIALOG_BEFORE_UNLOAD)
    webkit_script_dialog_confirm_set_confirmed(script_dialog(self), confirmed);
  else if (kind == CWK_DIALOG_PROMPT && text)
    webkit_script_dialog_prompt_set_text(script_dialog(self), text);
  // The last reference closes it. webkit_script_dialog_close inside the signal would leave WebKit, which drops its own
  // reference after that, with a null pointer.
  webkit_script_dialog_unref(script_dialog(self));
}
