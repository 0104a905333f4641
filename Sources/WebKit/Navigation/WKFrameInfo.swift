/// A frame of a page, as it was when something happened in it. Apple API. Main actor only.
///
/// WebKitGTK doesn't report which frame acts. The facts here come from the view and, for messages, from a script in the frame.
/// They inform only: a page can forge them.
@preconcurrency @MainActor
open class WKFrameInfo: NSObject, NSCopying {
    /// Whether it is the main frame. Apple API.
    open internal(set) var isMainFrame: Bool

    /// The request of the frame's current document; without a URL before the first load. Apple API.
    open internal(set) var request: URLRequest

    /// The origin of the frame's document. Apple API.
    open internal(set) var securityOrigin: WKSecurityOrigin

    /// The view; nil when it is gone. Apple API.
    open internal(set) weak var webView: WKWebView?

    /// Makes a main frame that has loaded nothing, for a subclass or a test. Apple API.
    public override init() {
        isMainFrame = true
        request = .empty
        securityOrigin = WKSecurityOrigin()
        super.init()
    }

    /// Makes a frame. Without an origin it has that of the request's URL.
    init(isMainFrame: Bool, request: URLRequest?, securityOrigin: WKSecurityOrigin? = nil, webView: WKWebView?) {
        self.isMainFrame = isMainFrame
        self.request = request ?? .empty
        self.securityOrigin = securityOrigin ?? WKSecurityOrigin(url: request?.url)
        self.webView = webView
        super.init()
    }

    /// Returns the frame itself, which cannot change. Apple API.
    nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }
}
