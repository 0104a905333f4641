// The questions of a view to its delegate, each with a completion handler of its own.
extension WKNavigationDelegate {
    /// Asks about a navigation and its settings.
    package func decide(
        about action: WKNavigationAction, _ preferences: WKWebpagePreferences, in webView: WKWebView,
        _ decide: @escaping @MainActor (WKNavigationActionPolicy, WKWebpagePreferences) -> Void
    ) {
        let handler = CompletionHandler<(WKNavigationActionPolicy, WKWebpagePreferences)>(
            self, "webView:decidePolicyForNavigationAction:preferences:decisionHandler:",
            unanswered: (.cancel, preferences)
        ) { decide($0.0, $0.1) }
        self.webView(
            webView, decidePolicyFor: action, preferences: preferences, decisionHandler: handler.closure())
    }

    /// Asks the form without settings about a navigation.
    func decide(
        about action: WKNavigationAction, in webView: WKWebView,
        _ decide: @escaping @MainActor (WKNavigationActionPolicy) -> Void
    ) {
        let handler = CompletionHandler<WKNavigationActionPolicy>(
            self, "webView:decidePolicyForNavigationAction:decisionHandler:", unanswered: .cancel, decide)
        self.webView(webView, decidePolicyFor: action, decisionHandler: handler.closure())
    }

    /// Asks about a response.
    package func decide(
        about response: WKNavigationResponse, in webView: WKWebView,
        _ decide: @escaping @MainActor (WKNavigationResponsePolicy) -> Void
    ) {
        let handler = CompletionHandler<WKNavigationResponsePolicy>(
            self, "webView:decidePolicyForNavigationResponse:decisionHandler:", unanswered: .cancel, decide)
        self.webView(webView, decidePolicyFor: response, decisionHandler: handler.closure())
    }

    /// Asks for a credential.
    package func respond(
        to challenge: URLAuthenticationChallenge, in webView: WKWebView,
        _ answer: @escaping @MainActor (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let handler = CompletionHandler<(URLSession.AuthChallengeDisposition, URLCredential?)>(
            self, "webView:didReceiveAuthenticationChallenge:completionHandler:",
            unanswered: (.cancelAuthenticationChallenge, nil)
        ) { answer($0.0, $0.1) }
        self.webView(webView, didReceive: challenge, completionHandler: handler.closure())
    }

    /// Asks about a step in the back-forward list.
    func decide(
        aboutStepTo item: WKBackForwardListItem, in webView: WKWebView, _ decide: @escaping @MainActor (Bool) -> Void
    ) {
        let handler = CompletionHandler<Bool>(
            self, "webView:shouldGoToBackForwardListItem:willUseInstantBack:completionHandler:", unanswered: false,
            decide)
        self.webView(webView, shouldGoTo: item, willUseInstantBack: false, completionHandler: handler.closure())
    }
}
