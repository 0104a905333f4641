// Which http(s) addresses belong under the bridge's scheme. The host process says it, at the start and whenever it
// changes.
#ifndef SWWEBVIEW_HOSTS_H
#define SWWEBVIEW_HOSTS_H

#include <glib.h>

// Takes over what the host process sent: (scheme, hosts), of type (sas). Anything else is ignored.
void hosts_set(GVariant *settings);

// Whether `uri` is of the bridge's scheme.
gboolean hosts_is_bridged(const char *uri);

// Whether `uri` is an http(s) address.
gboolean hosts_is_web(const char *uri);

// The address with the bridge's scheme in place of its own. Free the text.
char *hosts_bridge(const char *uri);

// The address under the bridge's scheme that stands for an http(s) one of a permitted host; NULL for any other. An
// entry is a host, for all its ports, or `host:port`, as in SWWebView's Addresses.
char *hosts_rewrite(const char *uri);

#endif
