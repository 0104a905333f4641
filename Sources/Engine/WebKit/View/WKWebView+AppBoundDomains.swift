import CWebKitGTK

// Keeps the view to the application's app-bound domains, where its configuration says so.
extension WKWebView {
    /// Whether navigations of the main frame are limited: without a list of domains nothing is, as on iOS.
    var isLimitedToAppBoundDomains: Bool { isAppBound && !liveConfiguration.appBoundDomains.isEmpty }

    /// Whether the scripts and message handlers of the application are refused: an application with a list of domains may only have
    /// them in views that are limited to the list.
    var refusesScripts: Bool { !isAppBound && !liveConfiguration.appBoundDomains.isEmpty }

    private var isAppBound: Bool {
        liveConfiguration.limitsNavigationsToAppBoundDomains || shownPage.hasShownOwnAddress
    }

    /// Returns whether the main frame may show an address. An address of this device limits the view from then on, as on iOS.
    func mayNavigate(to url: URL?) -> Bool {
        if refusesScripts, let url, AppBoundDomains.isAlwaysBound(url) {
            shownPage.hasShownOwnAddress = true
            allowServiceWorkers()
            liveConfiguration.userContentController.admit(self)
        }
        return !isLimitedToAppBoundDomains || AppBoundDomains(liveConfiguration.appBoundDomains).contains(url)
    }

    /// Ends a navigation that leaves the domains.
    func refuse(_ question: PolicyQuestion, _ url: URL?) {
        let refused = navigation.requested?.navigation ?? WKNavigation()
        navigation.cancelRequested()
        question.answer(CWK_POLICY_IGNORE)
        actingNavigationDelegate?.webView(
            self, didFailProvisionalNavigation: refused, withError: Self.appBoundError(for: url))
    }

    static func appBoundError(for url: URL?) -> WKError {
        WKError(.navigationAppBoundDomain, userInfo: NSError.failingURL(url))
    }

    /// Decides for a view without a navigation delegate, where decisions about the main frame differ from others.
    func decideMainFrameAlone(_ question: PolicyQuestion) {
        guard question.kind == CWK_POLICY_NAVIGATION else { return decideAlone(question) }
        findFrames(of: question) { [weak self] frames in
            guard let self else { return question.answer(CWK_POLICY_IGNORE) }
            guard let target = frames.target, target.isMainFrame else { return decideAlone(question) }
            if !mayNavigate(to: question.url) { return refuse(question, question.url) }
            if refusesPort(question) { return }
            let action = navigationAction(of: question.handle, target: target, source: frames.source)
            let preferences: WKWebpagePreferences = liveConfiguration.defaultWebpagePreferences
            apply(preferences, to: action)
            if upgradesItself(question, action) { return }
            if !replacesProcess(for: question, action, preferences.hardening) { question.answer(CWK_POLICY_USE) }
        }
    }
}
