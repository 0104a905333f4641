/// A message that a page sent with `webkit.messageHandlers.<name>.postMessage(body)`. Apple API. Main actor only.
@preconcurrency @MainActor
open class WKScriptMessage: NSObject {
    /// The value that was sent: numbers and Booleans as `NSNumber`, text, dates, arrays, dictionaries, null as `NSNull`. Apple
    /// API.
    ///
    /// The body is the same object at each reading. JavaScript's `undefined` is a nil inside the `Any`.
    open internal(set) var body: Any

    /// The name of the handler that the message was sent to. Apple API.
    open internal(set) var name: String

    /// The view the message came from; nil when it is gone. Apple API.
    open internal(set) weak var webView: WKWebView?

    /// The frame the message came from. Apple API. See ``WKFrameInfo``.
    open internal(set) var frameInfo: WKFrameInfo

    /// The world the message came from. Apple API.
    open internal(set) var world: WKContentWorld

    /// Makes an empty message, for a subclass that overrides the properties. Apple API.
    public override init() {
        body = NSNull()
        name = ""
        frameInfo = WKFrameInfo()
        world = .page
        super.init()
    }

    /// Makes a message that has arrived.
    init(body: Any, name: String, webView: WKWebView?, frameInfo: WKFrameInfo, world: WKContentWorld) {
        self.body = body
        self.name = name
        self.webView = webView
        self.frameInfo = frameInfo
        self.world = world
        super.init()
    }
}
