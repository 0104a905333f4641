extension WKWebView {
    /// Has the scripts follow the delegate's coming and going.
    func motionDelegateChanged(from former: (any WKUIDelegate)?) {
        guard (former == nil) != (uiDelegate == nil) else { return }
        liveConfiguration.userContentController.reinstallScripts()
    }

    /// Decides for the document with an id of the extension's. Returns false for a document of another view.
    func motionAsked(_ text: String) -> Bool {
        let parts = text.split(separator: " ")
        guard parts.count == 2, let sender = messageSenders[String(parts[1])] else { return false }
        decide(WKFrameInfo(sender: sender, webView: self), of: sender.origin, byGesture: parts[0] == "gesture")
        return true
    }

    /// - Parameter byGesture: whether a person acted. Otherwise the document may only hear of an earlier decision.
    private func decide(_ frame: WKFrameInfo, of origin: String, byGesture: Bool) {
        if let decision = motion.decisions[origin] { return answer(decision ? "granted" : "denied", frame) }
        guard byGesture else { return answer("refused", frame) }
        guard let uiDelegate else { return answer("denied", frame) }
        let question = CompletionHandler<WKPermissionDecision>(
            uiDelegate,
            "webView:requestDeviceOrientationAndMotionPermissionForOrigin:initiatedByFrame:decisionHandler:",
            unanswered: .deny
        ) { [weak self] decision in
            self?.motion.decisions[origin] = decision == .grant
            self?.answer(decision == .grant ? "granted" : "denied", frame)
        }
        let shown = hooks.shownAddress.map { frame.mappingAddresses($0) } ?? frame
        uiDelegate.webView(
            self, requestDeviceOrientationAndMotionPermissionFor: shown.securityOrigin, initiatedByFrame: shown,
            decisionHandler: question.closure())
    }

    private func answer(_ outcome: String, _ frame: WKFrameInfo) {
        callAsyncJavaScript(
            "performance.dispatchEvent(new Event(name))", arguments: ["name": motion.secret + outcome], in: frame,
            in: MotionPermission.world, completionHandler: nil)
    }
}
