/// A frame of a page, as it was when something happened in it. Apple API. Main actor only.
///
/// WebKitGTK doesn't report which frame acts. The frame of a message comes from the library in the web process, so no page can
/// forge it. A message whose frame is not known has a frame that is not the main one, and an opaque origin: one that
/// WebKit's own `postMessage` sent, or any where the library is missing.
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

    /// WebKit's id of the frame; nil where it is not known.
    let frameID: UInt64?

    /// The origin as WebKit has it, also in a kind of view that shows other addresses.
    package let engineOrigin: WKSecurityOrigin

    /// Makes a main frame that has loaded nothing, for a subclass or a test. Apple API.
    public override init() {
        isMainFrame = true
        request = .empty
        securityOrigin = WKSecurityOrigin()
        engineOrigin = securityOrigin
        frameID = nil
        super.init()
    }

    /// Makes a frame. Without an origin it has that of the request's URL.
    init(
        isMainFrame: Bool, request: URLRequest?, securityOrigin: WKSecurityOrigin? = nil, webView: WKWebView?,
        frameID: UInt64? = nil, engineOrigin: WKSecurityOrigin? = nil
    ) {
        let origin = securityOrigin ?? WKSecurityOrigin(url: request?.url)
        self.isMainFrame = isMainFrame
        self.request = request ?? .empty
        self.securityOrigin = origin
        self.webView = webView
        self.frameID = frameID
        self.engineOrigin = engineOrigin ?? origin
        super.init()
    }

    /// Makes the frame of a message; without a sender a frame of which nothing is known.
    convenience init(sender: MessageSender?, webView: WKWebView) {
        self.init(
            isMainFrame: sender?.isMainFrame ?? false,
            request: sender.flatMap { URL(address: $0.url) }.map { URLRequest(url: $0) },
            securityOrigin: WKSecurityOrigin(url: sender.flatMap { URL(string: $0.origin) }), webView: webView,
            frameID: sender?.frameID)
    }

    /// Returns the frame itself, which cannot change. Apple API.
    nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }
}
