// The marks of requests: facts about a request that WebKit does not report to the host, as pairs in CWK_MARK_HEADER.
#ifndef SWWEBVIEW_MARK_H
#define SWWEBVIEW_MARK_H

#include "messages.h"
#include <glib.h>

// Adds a pair to a mark. The key is one of messages.h. The value is escaped.
void mark_add(GString *mark, const char *key, const char *value);

// Whether the runtime has marked the address of a request itself, in its fragment.
gboolean mark_is_in(const char *uri);

// Returns the value of a key in the mark that the runtime has written into an address; NULL where there is none. Values
// with escapes stay escaped. Free the text.
char *mark_value(const char *uri, const char *key);

// Sets the beginnings of internal paths, as a list of texts: PathAccess.prefixes of the host.
void mark_set_internal(GVariant *paths);

// Whether an address has an internal path, below any origin: one that the host answers itself, and only for those who
// may ask. A view without a bridge has no such paths.
gboolean mark_is_internal(const char *uri);

#endif
