/// The permission of pages to follow the device's orientation and motion, by origin.
///
/// WebKitGTK has neither the events' interfaces nor the permission. A script in each document defines them, and asks by events with secret
/// names on an object that all script worlds share: a script in a world of its own hears them.
@MainActor
final class MotionPermission {
    private weak var webView: WKWebView?
    /// The beginning of the events' names, which a window shares with its opener, as it does the scripts.
    private let secret: String
    /// The decisions so far, by the origin as it is written in an address.
    private var decisions: [String: Bool] = [:]
    private static let world = WKContentWorld.world(name: "SWWebView/motion")
    private static let handlerName = "swwebviewMotion"

    init(of webView: WKWebView) {
        self.webView = webView
        secret = webView.liveConfiguration.opener?.motion.secret ?? UUID().uuidString
    }

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
    var receiver: (name: String, worldName: String?, receive: @MainActor (String) -> Bool) {
        (Self.handlerName, Self.world.worldName, { [weak self] in self?.asked($0) ?? false })
    }

    /// Decides for the document with an id of the extension's. Returns false for a document of another view.
    private func asked(_ text: String) -> Bool {
        let parts = text.split(separator: " ")
        guard let webView, parts.count == 2, let sender = webView.messageSenders[String(parts[1])] else { return false }
        decide(WKFrameInfo(sender: sender, webView: webView), of: sender.origin, byGesture: parts[0] == "gesture")
        return true
    }

    /// - Parameter byGesture: whether a person acted. Otherwise the document may only hear of an earlier decision.
    private func decide(_ frame: WKFrameInfo, of origin: String, byGesture: Bool) {
        guard let webView else { return }
        if let decision = decisions[origin] { return answer(decision ? "granted" : "denied", frame) }
        guard byGesture else { return answer("refused", frame) }
        guard let uiDelegate = webView.uiDelegate else { return answer("denied", frame) }
        let question = CompletionHandler<WKPermissionDecision>(
            uiDelegate,
            "webView:requestDeviceOrientationAndMotionPermissionForOrigin:initiatedByFrame:decisionHandler:",
            unanswered: .deny
        ) { [weak self] decision in
            self?.decisions[origin] = decision == .grant
            self?.answer(decision == .grant ? "granted" : "denied", frame)
        }
        let shown = webView.hooks.shownAddress.map { frame.mappingAddresses($0) } ?? frame
        uiDelegate.webView(
            webView, requestDeviceOrientationAndMotionPermissionFor: shown.securityOrigin, initiatedByFrame: shown,
            decisionHandler: question.closure())
    }

    private func answer(_ outcome: String, _ frame: WKFrameInfo) {
        webView?.callAsyncJavaScript(
            "performance.dispatchEvent(new Event(name))", arguments: ["name": secret + outcome], in: frame,
            in: Self.world, completionHandler: nil)
    }
}
