import CWebKitGTK
public import UIKitSubset

/// A navigation that is about to begin. Apple API. Main actor only.
@preconcurrency @MainActor
open class WKNavigationAction: NSObject {
    /// The request that will be loaded, with its method and headers. Apple API.
    ///
    /// The request has a body only when the application started the load: WebKitGTK does not report the body of a form.
    open internal(set) var request: URLRequest

    /// The cause of the navigation. Apple API.
    open internal(set) var navigationType: WKNavigationType

    /// The frame that will change, with its current document; nil for a new window. Apple API.
    ///
    /// The frame comes from the click, the submitted form, the frame element or the referrer behind the navigation: WebKitGTK doesn't
    /// report it. Unlike on iOS a script's `location` seems to change the script's own frame, and in a page of a custom scheme, which
    /// sends no referrer, the main frame.
    open internal(set) var targetFrame: WKFrameInfo?

    /// The frame that asked. Apple API. Unlike on iOS it is the main frame for a script's `location` in a page of a custom scheme:
    /// WebKitGTK doesn't report it.
    open internal(set) var sourceFrame: WKFrameInfo

    /// Whether the link has the `download` attribute. Apple API.
    ///
    /// Unlike on iOS a link in a closed shadow tree that HTML declares (`shadowrootmode`) first counts as an ordinary link. If the
    /// delegate allows the navigation, it receives a second question, with true.
    open internal(set) var shouldPerformDownload = false

    /// The file name that the link's `download` attribute proposes; nil or empty for none.
    var downloadName: String?

    /// The referrer policy that the element behind the navigation, or its document, names; nil for none.
    package internal(set) var referrerPolicy: String?

    /// Whether the application asked for the load.
    package internal(set) var isApplicationLoad = false

    /// Whether a user's gesture or the application began the navigation.
    var isUserInitiated = true

    /// Whether a content rule list redirected the request. Apple API.
    ///
    /// Only the lists of web extensions redirect requests, on iOS too. There are no web extensions here, so that the value is false.
    open internal(set) var isContentRuleListRedirect = false

    /// The keys that were held when the link was clicked. Apple API.
    open internal(set) var modifierFlags: UIKeyModifierFlags = []

    /// The button of the mouse that clicked the link; empty for none. Apple API.
    open internal(set) var buttonNumber: UIEvent.ButtonMask = []

    /// Makes an action of nothing, for a subclass that overrides the properties. Apple API.
    public override init() {
        request = .empty
        navigationType = .other
        sourceFrame = WKFrameInfo()
        super.init()
    }

    /// Makes the action that a view asks its delegates about.
    init(
        request: URLRequest, navigationType: WKNavigationType, targetFrame: WKFrameInfo?, sourceFrame: WKFrameInfo
    ) {
        self.request = request
        self.navigationType = navigationType
        self.targetFrame = targetFrame
        self.sourceFrame = sourceFrame
        super.init()
    }
}

extension WKNavigationAction {
    /// Reads the keys and the button of a decision's click.
    func readInput(of decision: OpaquePointer) {
        let keys: [UIKeyModifierFlags] = [.shift, .control, .alternate, .command, .alphaShift]
        let held = cwk_policy_modifiers(decision)
        modifierFlags = UIKeyModifierFlags(keys.indices.filter { held & 1 << $0 != 0 }.map { keys[$0] })
        switch cwk_policy_button(decision) {
        case 1: buttonNumber = .primary
        case 2: buttonNumber = .button(3)
        case 3: buttonNumber = .secondary
        default: buttonNumber = []
        }
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
