// The data that websites keep in a context, by site.
#ifndef CWK_DATA_H
#define CWK_DATA_H

#include "cwk_context.h"
#include "cwk_cookies.h"

// Kinds of data, to be combined.
enum {
  CWK_DATA_MEMORY_CACHE = 1 << 0,
  CWK_DATA_DISK_CACHE = 1 << 1,
  CWK_DATA_OFFLINE_APPLICATION_CACHE = 1 << 2,
  CWK_DATA_SESSION_STORAGE = 1 << 3,
  CWK_DATA_LOCAL_STORAGE = 1 << 4,
  CWK_DATA_WEBSQL_DATABASES = 1 << 5,
  CWK_DATA_INDEXEDDB_DATABASES = 1 << 6,
  CWK_DATA_COOKIES = 1 << 7,
  CWK_DATA_HASH_SALT = 1 << 8,
  CWK_DATA_SERVICE_WORKER_REGISTRATIONS = 1 << 9,
  CWK_DATA_FETCH_CACHE = 1 << 10,
};

// The data of one site.
typedef struct CWKWebsiteData CWKWebsiteData;

CWKWebsiteData *cwk_website_data_retain(CWKWebsiteData *data);
void cwk_website_data_release(CWKWebsiteData *data);
// The site's registrable domain; lives as long as `data`.
const char *cwk_website_data_name(CWKWebsiteData *data);
unsigned cwk_website_data_types(CWKWebsiteData *data);

// Each function below calls its callback once, later. The records live for the call unless they are retained.
void cwk_context_fetch_data(CWKContext *context, unsigned types,
                            void (*receive)(CWKWebsiteData *const *records, size_t count, void *context),
                            void *receive_context);
// Removes data of at least one site.
void cwk_context_remove_data(CWKContext *context, unsigned types, CWKWebsiteData *const *records, size_t count,
                             CWKDoneFn done, void *done_context);
// Removes data of all sites that was modified in the last microseconds; 0 is all data.
void cwk_context_clear_data(CWKContext *context, unsigned types, int64_t microseconds, CWKDoneFn done,
                            void *done_context);

// Removes all kinds of data that WebKit keeps, also the kinds without a name above. Then counts the sites that still
// have data. `receive` is called once, after this function has returned.
void cwk_context_wipe(CWKContext *context, void (*receive)(bool is_done, size_t sites, void *context),
                      void *receive_context);

// Gives the registrable domain of a host, or the host itself where it has none, to `receive`, within the call.
void cwk_registrable_domain(const char *host, void (*receive)(const char *domain, void *context), void *context);

#endif
