// Questions of a page that an application answers for its user: files to upload, devices to record with.
#ifndef CWK_CHOOSER_H
#define CWK_CHOOSER_H

#include "cwk_base.h"

// A page's request for files. The holder answers it once; that frees it.
typedef struct CWKFileChooser CWKFileChooser;

bool cwk_file_chooser_allows_several(CWKFileChooser *chooser);
// Hands over the files at `paths`, which are absolute; without any, cancels. Frees the request.
void cwk_file_chooser_answer(CWKFileChooser *chooser, const char *const *paths, size_t count);

// A page's request to record with a camera, a microphone or both. The holder answers it once; that frees it.
typedef struct CWKCaptureRequest CWKCaptureRequest;

bool cwk_capture_wants_camera(CWKCaptureRequest *request);
bool cwk_capture_wants_microphone(CWKCaptureRequest *request);
// Allows or refuses, and frees the request.
void cwk_capture_answer(CWKCaptureRequest *request, bool is_allowed);

#endif
