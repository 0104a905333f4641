// Content filters: compiled rule lists in a folder, and their use in a view.
#ifndef CWK_FILTERS_H
#define CWK_FILTERS_H

#include "cwk_view.h"

// A folder of compiled rule lists.
typedef struct CWKFilterStore CWKFilterStore;
// A compiled rule list.
typedef struct CWKFilter CWKFilter;

// The folder is made with the first rule list.
CWKFilterStore *cwk_filter_store_new(const char *folder);
void cwk_filter_store_release(CWKFilterStore *store);

// One of `filter` and `error` is NULL. Both live for the call; a filter that is retained lives longer.
typedef void (*CWKFilterFn)(CWKFilter *filter, const CWKError *error, void *context);

// Each function below calls its callback once, later, also when the store was released.
void cwk_filter_store_compile(CWKFilterStore *store, const char *identifier, const char *json, size_t length,
                              CWKFilterFn receive, void *context);
void cwk_filter_store_look_up(CWKFilterStore *store, const char *identifier, CWKFilterFn receive, void *context);
// `error` NULL is success.
void cwk_filter_store_remove(CWKFilterStore *store, const char *identifier,
                             void (*receive)(const CWKError *error, void *context), void *context);
void cwk_filter_store_identifiers(CWKFilterStore *store,
                                  void (*receive)(const char *const *identifiers, size_t count, void *context),
                                  void *context);

CWKFilter *cwk_filter_retain(CWKFilter *filter);
void cwk_filter_release(CWKFilter *filter);
// Lives as long as the filter.
const char *cwk_filter_identifier(CWKFilter *filter);

// Applies the filter to loads from now on, in place of one with the same identifier.
void cwk_view_add_filter(CWKView *view, CWKFilter *filter);
void cwk_view_remove_filter(CWKView *view, const char *identifier);
void cwk_view_remove_all_filters(CWKView *view);

#endif
