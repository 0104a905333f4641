#include "destination.h"
#include <string.h>

static const struct {
  const char *extension;
  const char *destination;
} by_extension[] = {
    {"js", "script"}, {"mjs", "script"}, {"cjs", "script"}, {"woff2", "font"},
    {"woff", "font"}, {"ttf", "font"},   {"otf", "font"},   {"mp4", "video"},
    {"m4v", "video"}, {"webm", "video"}, {"mp3", "audio"},  {"m4a", "audio"},
    {"wav", "audio"}, {"ogg", "audio"},  {"vtt", "track"},  {"webmanifest", "manifest"},
};

RequestKind request_kind(SoupMessageHeaders *headers) {
  const char *accept = headers ? soup_message_headers_get_one(headers, "Accept") : NULL;
  if (!accept)
    return REQUEST_OTHER;
  // URLRequest.isForDocument of the host has the same test.
  if (g_str_has_prefix(accept, "text/html,application/xhtml+xml,"))
    return REQUEST_DOCUMENT;
  if (g_str_has_prefix(accept, "image/"))
    return REQUEST_IMAGE;
  if (g_str_has_prefix(accept, "text/css,"))
    return REQUEST_STYLE;
  // WebKit sends the referrer of a custom scheme with what scripts and workers fetch, and never for an element.
  return strcmp(accept, "*/*") || soup_message_headers_get_one(headers, "Referer") ? REQUEST_SCRIPTED : REQUEST_OTHER;
}

static const char *destination_of_path(const char *uri) {
  const char *end = uri + strcspn(uri, "?#");
  const char *dot = g_strrstr_len(uri, end - uri, ".");
  for (size_t i = 0; dot && i < G_N_ELEMENTS(by_extension); i++) {
    size_t length = strlen(by_extension[i].extension);
    if (end - dot - 1 == (ptrdiff_t)length && g_ascii_strncasecmp(dot + 1, by_extension[i].extension, length) == 0)
      return by_extension[i].destination;
  }
  return NULL;
}

const char *destination_guess(RequestKind kind, const char *uri) {
  switch (kind) {
  case REQUEST_DOCUMENT:
    return "iframe";
  case REQUEST_IMAGE:
    return "image";
  case REQUEST_STYLE:
    return "style";
  case REQUEST_OTHER:
    return destination_of_path(uri);
  case REQUEST_SCRIPTED:
    return NULL;
  }
  return NULL;
}
