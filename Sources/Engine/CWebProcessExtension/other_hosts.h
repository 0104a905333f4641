// Requests of the bridge's documents to addresses that are not the bridge's. WebKit sends them, unless a service worker
// answers or the address is insecure: the host says so before.
#ifndef SWWEBVIEW_OTHER_HOSTS_H
#define SWWEBVIEW_OTHER_HOSTS_H

#include <webkit2/webkit-web-extension.h>

// Has the host decide about a request of the page to an http(s) address. Waits for the host. A request that a service
// worker answers gets an address of the bridge's scheme.
//
// Returns whether the request must not be sent.
gboolean other_hosts_refuse(WebKitWebPage *page, WebKitURIRequest *request);

#endif
