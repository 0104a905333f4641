/// A navigation that is about to begin. Apple API. Main actor only.
@preconcurrency @MainActor
open class WKNavigationAction: NSObject {
    /// The request that will be loaded. Apple API.
    ///
    /// Unlike on iOS it has headers and a body only when the application started the load. Of other loads the URL is known, and the
    /// method and headers where the address is of HTTP.
    open internal(set) var request: URLRequest

    /// The cause of the navigation. Apple API.
    open internal(set) var navigationType: WKNavigationType

    /// The frame that will change, with its current document; nil for a new window. Apple API.
    ///
    /// Unlike on iOS a script of a frame that sends its own frame to another address seems to send the main frame, unless an element
    /// of the page names that address: WebKitGTK doesn't report the frame.
    open internal(set) var targetFrame: WKFrameInfo?

    /// The frame that asked. Apple API. Unlike on iOS it is the main frame whatever frame asked: WebKitGTK doesn't report it.
    open internal(set) var sourceFrame: WKFrameInfo

    /// Whether the link has the `download` attribute. Apple API.
    ///
    /// Unlike on iOS a link first counts as an ordinary link where it is not in the document, or where another link to its URL
    /// lacks `download`. If the delegate allows the navigation, it receives a second question, with true.
    open internal(set) var shouldPerformDownload = false

    /// Whether a user's gesture or the application began the navigation.
    var isUserInitiated = true

    /// Whether a content rule list changed the URL. Apple API, kept without effect: it is always false.
    open internal(set) var isContentRuleListRedirect = false

    /// The number of the mouse button, 0 for none. Apple API of macOS.
    open internal(set) var buttonNumber = 0

    /// Makes an action of nothing, for a subclass that overrides the properties. Apple API.
    public override init() {
        request = .empty
        navigationType = .other
        sourceFrame = WKFrameInfo()
        super.init()
    }

    /// Makes the action that a view asks its delegates about.
    init(
        request: URLRequest, navigationType: WKNavigationType, targetFrame: WKFrameInfo?, sourceFrame: WKFrameInfo,
        buttonNumber: Int = 0
    ) {
        self.request = request
        self.navigationType = navigationType
        self.targetFrame = targetFrame
        self.sourceFrame = sourceFrame
        self.buttonNumber = buttonNumber
        super.init()
    }
}

extension URLRequest {
    /// A request without a URL, as WebKit has for a frame that has loaded nothing.
    static var empty: URLRequest {
        var request = URLRequest(url: URL(fileURLWithPath: "/"))
        request.url = nil
        return request
    }
}
