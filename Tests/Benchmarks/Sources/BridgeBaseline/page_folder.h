#pragma once

#include <webkit2/webkit2.h>

// Answers `request` with the file of that name in `folder`: one flat folder of pages and scripts, nothing below or
// above it.
void page_folder_answer(const char *folder, WebKitURISchemeRequest *request);
