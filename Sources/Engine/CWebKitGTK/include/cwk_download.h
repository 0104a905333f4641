// Downloads that WebKit performs itself.
#ifndef CWK_DOWNLOAD_H
#define CWK_DOWNLOAD_H

#include "cwk_context.h"

struct CWKView;

// A download. Its events are `started`, `decide`, `created`, `received` and `ended`, in this order.
typedef struct CWKDownload CWKDownload;

typedef struct CWKDownloadCallbacks {
  // Asks for the destination after the response has arrived. The download waits for cwk_download_save or
  // cwk_download_cancel.
  void (*decide)(const char *suggested_name, void *context);
  // Reports that the file of cwk_download_save exists and is empty.
  void (*created)(void *context);
  void (*received)(uint64_t length, void *context);
  // Reports the end, once and as the last call. `error` is NULL where the download is complete.
  void (*ended)(const CWKError *error, void *context);
  void *context;
} CWKDownloadCallbacks;

// Calls `started` with each download of the context and the view that it began in, or NULL where the view is gone. The
// callee owns the download.
void cwk_context_watch_downloads(CWKContext *context,
                                 void (*started)(CWKDownload *download, struct CWKView *view, void *context),
                                 void *started_context);

// Begins a download of a URL that WebKit loads itself. The `started` callback reports the download later.
void cwk_view_download(struct CWKView *view, const char *uri);

// Sets the callbacks. Call this function before the `started` callback returns.
void cwk_download_set_callbacks(CWKDownload *download, CWKDownloadCallbacks callbacks);
// Releases the owner's reference. No callback is called afterwards.
void cwk_download_release(CWKDownload *download);

const char *cwk_download_uri(CWKDownload *download);
// The values of the response. The values are valid from `decide` on.
const char *cwk_download_response_uri(CWKDownload *download);
unsigned cwk_download_status(CWKDownload *download);
const char *cwk_download_mime_type(CWKDownload *download);
int64_t cwk_download_expected_length(CWKDownload *download);
void cwk_download_response_headers(CWKDownload *download, CWKPairFn receive, void *context);

// Saves the download at the absolute path of a new file. Until the end, the bytes are in a second file, whose name has
// the suffix CWK_DOWNLOAD_SUFFIX. A failure removes both files.
void cwk_download_save(CWKDownload *download, const char *path);
#define CWK_DOWNLOAD_SUFFIX ".wkdownload"
// Cancels the download. `ended` follows.
void cwk_download_cancel(CWKDownload *download);

#endif
