// The library that WebKit loads into its web processes for a context: CWebProcessExtension.
#ifndef CWK_EXTENSION_H
#define CWK_EXTENSION_H

#include "cwk_context.h"

struct CWKView;

// Web processes of the context that start from now on load every `.so` in `folder`, and hear that `scheme` is the
// bridge's, that the host listens at the socket `channel` (a name in the abstract namespace, perhaps empty), and that
// `paths` are the beginnings of internal paths. An empty `scheme` stands for no bridge. Another call counts for web
// processes that start after it.
void cwk_context_use_extension(CWKContext *context, const char *folder, const char *scheme, const char *channel,
                               const char *const *paths, size_t count);

// Tells running web processes, and those that start later, which hosts' http(s) addresses stand for the bridge's.
// `cwk_context_use_extension` comes first.
void cwk_context_set_extension_hosts(CWKContext *context, const char *const *hosts, size_t count);

// Has the requests and documents of the context's views follow changes of user agents: the request of a navigation
// whose policy question is open already has the former one. Call this function before the user agent changes.
void cwk_view_correct_user_agents(struct CWKView *view);

// Allows the file page at `uri` to read the files below `folder`, or the one file that `folder` names. Call this
// function before the answer to the policy question of the page's load. Without this call, the page may read the folder
// of the previous page, if the page is in that folder.
void cwk_view_announce_files(struct CWKView *view, const char *uri, const char *folder);

// Has the page at `uri`, which is loaded next, ask for `prefix` and the address in place of each address of
// `resources`.
void cwk_view_announce_archive(struct CWKView *view, const char *uri, const char *const *resources, size_t count,
                               const char *prefix);

#endif
