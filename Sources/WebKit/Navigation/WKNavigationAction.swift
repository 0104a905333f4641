public import UIViewShape

/// A navigation that is about to begin. Apple API. Main actor only.
@preconcurrency @MainActor
open class WKNavigationAction: NSObject {
    /// The request that will be loaded, with its method and headers. Apple API.
    ///
    /// It has a body only when the application started the load. On iOS the body of a form is not there either.
    open internal(set) var request: URLRequest

    /// The cause of the navigation. Apple API.
    open internal(set) var navigationType: WKNavigationType

    /// The frame that will change, with its current document; nil for a new window. Apple API.
    ///
    /// The frame comes from the click, the submitted form, the frame element or the referrer behind the navigation: WebKitGTK doesn't
    /// report it. Unlike on iOS a script's `location` seems to change the script's own frame, and in a page of a custom scheme, which
    /// sends no referrer, the main frame.
    open internal(set) var targetFrame: WKFrameInfo?

    /// The frame that asked. Apple API. Unlike on iOS it is the main frame for a script's `location` in a page of a custom scheme, and
    /// for a window that a script opens without a click: WebKitGTK doesn't report it.
    open internal(set) var sourceFrame: WKFrameInfo

    /// Whether the link has the `download` attribute. Apple API.
    ///
    /// Unlike on iOS a link first counts as an ordinary link where it is not in the document, or is in a shadow tree. If the delegate allows the navigation, it receives a second question, with true.
    open internal(set) var shouldPerformDownload = false

    /// Whether a user's gesture or the application began the navigation.
    var isUserInitiated = true

    /// Whether a content rule list changed the URL. Apple API, kept without effect: it is always false.
    open internal(set) var isContentRuleListRedirect = false

    /// The mouse button: 1 for the left one, 2 for the right one, 4 for the middle one, 0 for none. Apple API of macOS.
    open internal(set) var buttonNumber = 0

    /// The keys that were held. Apple API.
    open internal(set) var modifierFlags: UIKeyModifierFlags = []

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

extension WKNavigationAction {
    /// Returns the number of a button that GTK numbers 1, 2 and 3: left, middle and right.
    static func buttonNumber(_ button: Int) -> Int { [1: 1, 2: 4, 3: 2][button] ?? 0 }

    /// Returns the keys of a `GdkModifierType`.
    static func modifierFlags(_ state: UInt32) -> UIKeyModifierFlags {
        let keys: [(UInt32, UIKeyModifierFlags)] = [
            (1 << 0, .shift), (1 << 1, .alphaShift), (1 << 2, .control), (1 << 3, .alternate), (1 << 26, .command),
            (1 << 28, .command),
        ]
        return keys.reduce(into: []) { flags, key in if state & key.0 != 0 { flags.insert(key.1) } }
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
