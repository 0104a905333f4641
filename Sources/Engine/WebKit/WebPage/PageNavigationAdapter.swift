/// Passes the events and questions of a page's view on. Main actor only.
@MainActor
final class PageNavigationAdapter: NSObject, WKNavigationDelegate {
    weak var page: WebPage?
    private var decider: (any WebPage.NavigationDeciding)?

    init(_ decider: (any WebPage.NavigationDeciding)?) { self.decider = decider }

    // MARK: Decisions

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction, preferences: WKWebpagePreferences
    ) async -> (WKNavigationActionPolicy, WKWebpagePreferences) {
        guard var decider else { return (.allow, preferences) }
        var chosen = WebPage.NavigationPreferences(preferences)
        let requested = webView.navigation.requested
        let asked = requested?.request?.url == navigationAction.request.url ? requested?.navigation : nil
        let policy = await decider.decidePolicy(
            for: WebPage.NavigationAction(wrapped: navigationAction), preferences: &chosen)
        self.decider = decider
        if policy != .allow { page?.events.end(asked, Self.interrupted(navigationAction.request.url)) }
        return (policy, chosen.viewPreferences)
    }

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
    ) async -> WKNavigationResponsePolicy {
        guard var decider else { return navigationResponse.canShowMIMEType ? .allow : .cancel }
        let policy = await decider.decidePolicy(for: WebPage.NavigationResponse(wrapped: navigationResponse))
        self.decider = decider
        return policy
    }

    func webView(
        _ webView: WKWebView, respondTo challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        guard var decider else { return (.performDefaultHandling, nil) }
        let answer = await decider.decideAuthenticationChallengeDisposition(for: challenge)
        self.decider = decider
        return answer
    }

    // No event tells of a navigation that is refused before it starts.
    private static func interrupted(_ url: URL?) -> WebPage.NavigationError {
        .failedProvisionalNavigation(WebKitPolicyError.interrupted(url))
    }

    // MARK: Events

    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {
        note(.startedProvisionalNavigation, navigation)
    }

    func webView(_ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation!) {
        note(.receivedServerRedirect, navigation)
    }

    func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) { note(.committed, navigation) }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { note(.finished, navigation) }

    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {
        page?.events.fail(navigation, WebPage.NavigationError.failedProvisionalNavigation(error))
    }

    func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
        page?.events.fail(navigation, error)
    }

    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
        page?.events.fail(nil, WebPage.NavigationError.webContentProcessTerminated)
    }

    private func note(_ event: WebPage.NavigationEvent, _ navigation: WKNavigation?) {
        page?.currentNavigationEvent = event
        page?.events.note(event, of: navigation)
    }
}
