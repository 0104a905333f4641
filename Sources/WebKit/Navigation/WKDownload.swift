/// A download that a navigation turned into. Apple API. Main actor only.
///
/// The object has the request only: downloads are not carried out yet, so it has no progress and cannot be cancelled.
@preconcurrency @MainActor
open class WKDownload: NSObject {
    /// The request that started the download. Apple API.
    open internal(set) var originalRequest: URLRequest?

    /// The view that asked; nil when it is gone. Apple API.
    open internal(set) weak var webView: WKWebView?

    /// The delegate of the download. Apple API; stored only.
    open weak var delegate: (any WKDownloadDelegate)?

    /// Makes a download.
    init(originalRequest: URLRequest?, webView: WKWebView?) {
        self.originalRequest = originalRequest
        self.webView = webView
        super.init()
    }
}
