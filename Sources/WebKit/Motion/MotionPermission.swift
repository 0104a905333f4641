/// The permission of pages to follow the device's orientation and motion, by origin.
///
/// WebKitGTK has neither the events' interfaces nor the permission. A script in each document defines them, and asks by events with secret
/// names on an object that all script worlds share: a script in a world of its own hears them.
@MainActor
final class MotionPermission {
    private weak var webView: WKWebView?
    private let secret = UUID().uuidString
    /// The decisions so far, by the origin as it is written in an address.
    private var decisions: [String: Bool] = [:]
    private static let world = WKContentWorld.world(name: "SWWebView/motion")
    private static let handlerName = "swwebviewMotion"

    init(of webView: WKWebView) { self.webView = webView }

    /// The scripts for each document. Without a delegate nobody listens, and the interfaces deny.
    var scripts: [WKUserScript] {
        let interfaces = WKUserScript(
            source: MotionScript.interfaces(secret: secret), injectionTime: .atDocumentStart, forMainFrameOnly: false)
        guard webView?.uiDelegate != nil else { return [interfaces] }
        let listener = WKUserScript(
            source: MotionScript.listener(secret: secret, handler: Self.handlerName), injectionTime: .atDocumentStart,
            forMainFrameOnly: false, in: Self.world)
        return [listener, interfaces]
    }

    /// Has the scripts follow the delegate's coming and going.
    func delegateChanged(from former: (any WKUIDelegate)?) {
        guard let webView, (former == nil) != (webView.uiDelegate == nil) else { return }
        webView.liveConfiguration.userContentController.reinstallScripts()
    }

    /// The handler of the listening script, and the world that alone has it.
    var receiver: (name: String, worldName: String?, receive: @MainActor (String) -> Void) {
        (Self.handlerName, Self.world.worldName, { [weak self] in self?.asked($0) })
    }

    /// Decides for the document with an id of the extension's.
    private func asked(_ text: String) {
        // A document that acted without a user's gesture may only hear of an earlier decision.
        let parts = text.split(separator: " ")
        guard let webView, parts.count == 2, let sender = webView.messageSenders[String(parts[1])] else { return }
        let frame = WKFrameInfo(sender: sender, webView: webView)
        if let decision = decisions[sender.origin] { return answer(decision ? "granted" : "denied", frame) }
        guard parts[0] == "gesture" else { return answer("refused", frame) }
        guard let uiDelegate = webView.uiDelegate else { return answer("denied", frame) }
        let question = OneAnswer<WKPermissionDecision>(
            "webView(_:requestDeviceOrientationAndMotionPermissionFor:initiatedByFrame:decisionHandler:)",
            unanswered: .deny
        ) { [weak self] decision in
            self?.decisions[sender.origin] = decision == .grant
            self?.answer(decision == .grant ? "granted" : "denied", frame)
        }
        let shown = webView.shownAddress.map { frame.mappingAddresses($0) } ?? frame
        uiDelegate.webView(
            webView, requestDeviceOrientationAndMotionPermissionFor: shown.securityOrigin, initiatedByFrame: shown
        ) { question.answer($0) }
    }

    private func answer(_ outcome: String, _ frame: WKFrameInfo) {
        webView?.callAsyncJavaScript(
            "performance.dispatchEvent(new Event(name))", arguments: ["name": secret + outcome], in: frame,
            in: Self.world, completionHandler: nil)
    }
}
