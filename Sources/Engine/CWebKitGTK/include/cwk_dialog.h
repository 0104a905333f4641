// Script dialogs: alert, confirm, prompt, beforeunload.
#ifndef CWK_DIALOG_H
#define CWK_DIALOG_H

#include "cwk_base.h"

typedef enum CWKDialogKind {
  CWK_DIALOG_ALERT,
  CWK_DIALOG_CONFIRM,
  CWK_DIALOG_PROMPT,
  CWK_DIALOG_BEFORE_UNLOAD,
} CWKDialogKind;

typedef struct CWKDialog CWKDialog;

CWKDialogKind cwk_dialog_kind(CWKDialog *dialog);
const char *cwk_dialog_message(CWKDialog *dialog);
const char *cwk_dialog_default_text(CWKDialog *dialog);
// Closes and frees the dialog. `confirmed` answers a confirm or a beforeunload; `text` a prompt, NULL cancels it.
void cwk_dialog_close(CWKDialog *dialog, bool confirmed, const char *text);

#endif
