// A web context: one data store, its network session and its custom schemes.
#ifndef CWK_CONTEXT_H
#define CWK_CONTEXT_H

#include "cwk_scheme.h"

typedef struct CWKContext CWKContext;

// A context that keeps its data in `data_folder` and its caches in `cache_folder`, or in memory where both are NULL.
// `time_zone` is an identifier such as "Europe/Berlin"; NULL for the machine's.
CWKContext *cwk_context_new(const char *data_folder, const char *cache_folder, const char *time_zone);
void cwk_context_release(CWKContext *context);

// Registers `scheme` as secure and CORS-enabled. Requests go to `start`; `context` is the address it is called with.
// The name must be a valid, lower-case scheme that WebKit does not handle itself, and new to this context: check it
// before.
void cwk_context_register_scheme(CWKContext *context, const char *scheme, CWKSchemeStartFn start, void *start_context);

// Sends all http(s) requests of the context's views to the proxy at an address, such as
// `socks5://NAME:PASSWORD@HOST:PORT`. Accepts any certificate of it: the code that answers there has checked the
// server's.
void cwk_context_use_proxy(CWKContext *context, const char *address);

// Sends the context's requests to the proxy at an address, except those to `excluded` domains and the domains below
// them. NULL is for the system's proxies.
void cwk_context_set_proxy(CWKContext *context, const char *address, const char *const *excluded, size_t count);

// Calls `settled` once, when the network process has seen what was sent to it before. Requests come to it from the web
// processes, past what the host sends.
void cwk_context_settle(CWKContext *context, void (*settled)(void *context), void *settled_context);

// Sets the languages of pages, BCP 47 tags, the preferred one first.
void cwk_context_set_languages(CWKContext *context, const char *const *languages, size_t count);

// Has the web processes forget the resources that they hold in memory. They do so before they see a message that is
// sent to them afterwards.
void cwk_context_clear_memory_cache(CWKContext *context);

#endif
