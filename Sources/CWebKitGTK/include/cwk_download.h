// Downloads that WebKit carries out itself.
#ifndef CWK_DOWNLOAD_H
#define CWK_DOWNLOAD_H

#include "cwk_context.h"

struct CWKView;

// One download. Its life: started, asked for its destination, created, received, then finished or failed.
typedef struct CWKDownload CWKDownload;

typedef struct CWKDownloadCallbacks {
  // The response has arrived. The download waits for cwk_download_save or cwk_download_cancel.
  void (*decide)(const char *suggested_name, void *context);
  // The files that cwk_download_save names are there, and empty.
  void (*created)(void *context);
  void (*received)(uint64_t length, void *context);
  // The last call, once. `error` is NULL where the download is complete.
  void (*ended)(const CWKError *error, void *context);
  void *context;
} CWKDownloadCallbacks;

// Calls `started` with each download of the context and the view that it began in, NULL when that is gone. The callee
// owns the download.
void cwk_context_watch_downloads(CWKContext *context,
                                 void (*started)(CWKDownload *download, struct CWKView *view, void *context),
                                 void *started_context);

// Begins a download of an address that WebKit loads itself; it is reported as started later.
void cwk_view_download(struct CWKView *view, const char *uri);

// Set before the started callback returns.
void cwk_download_set_callbacks(CWKDownload *download, CWKDownloadCallbacks callbacks);
// Drops the owner's reference; nothing is called back afterwards.
void cwk_download_release(CWKDownload *download);

const char *cwk_download_uri(CWKDownload *download);
// The response, once `decide` was called.
const char *cwk_download_response_uri(CWKDownload *download);
unsigned cwk_download_status(CWKDownload *download);
const char *cwk_download_mime_type(CWKDownload *download);
int64_t cwk_download_expected_length(CWKDownload *download);
void cwk_download_response_headers(CWKDownload *download, CWKPairFn receive, void *context);

// Saves at an absolute path that names no file. Until the end the bytes are in a file beside it whose name ends in
// CWK_DOWNLOAD_SUFFIX; a failure removes both.
void cwk_download_save(CWKDownload *download, const char *path);
#define CWK_DOWNLOAD_SUFFIX ".wkdownload"
// `ended` follows.
void cwk_download_cancel(CWKDownload *download);

#endif
