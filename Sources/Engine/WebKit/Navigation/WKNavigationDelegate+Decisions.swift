// The decisions for a delegate that makes none. `Task.immediate` begins on the spot, so a delegate that implements neither form
// of a method costs no turn of the main loop.

/// The settings that the `async` preferences form answers with when a delegate doesn't have it.
@MainActor private let notImplemented = WKWebpagePreferences()

extension WKNavigationDelegate {
    /// Asks the `async` form.
    public func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor (WKNavigationActionPolicy) -> Void
    ) {
        Task.immediate { @MainActor in
            decisionHandler(await self.webView(webView, decidePolicyFor: navigationAction))
        }
    }

    /// Allows the navigation to an address that can be loaded, and makes a download of a link with the `download` attribute.
    public func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
    ) async -> WKNavigationActionPolicy { webView.defaultPolicy(for: navigationAction) }

    /// Asks the `async` form, then the form without settings.
    public func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction, preferences: WKWebpagePreferences,
        decisionHandler: @escaping @MainActor (WKNavigationActionPolicy, WKWebpagePreferences) -> Void
    ) {
        Task.immediate { @MainActor in
            let (policy, settings) = await self.webView(
                webView, decidePolicyFor: navigationAction, preferences: preferences)
            guard settings === notImplemented else { return decisionHandler(policy, settings) }
            self.decide(about: navigationAction, in: webView) { decisionHandler($0, preferences) }
        }
    }

    /// Answers with a mark that says it isn't implemented; a view then asks the form without settings.
    public func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction, preferences: WKWebpagePreferences
    ) async -> (WKNavigationActionPolicy, WKWebpagePreferences) { (.allow, notImplemented) }

    /// Asks the `async` form.
    public func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
        decisionHandler: @escaping @MainActor (WKNavigationResponsePolicy) -> Void
    ) {
        Task.immediate { @MainActor in
            decisionHandler(await self.webView(webView, decidePolicyFor: navigationResponse))
        }
    }

    /// Allows responses that can be shown.
    public func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
    ) async -> WKNavigationResponsePolicy { navigationResponse.canShowMIMEType ? .allow : .cancel }

    /// Asks the `async` form.
    public func webView(
        _ webView: WKWebView, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @MainActor (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        Task.immediate { @MainActor in
            let (disposition, credential) = await self.webView(webView, respondTo: challenge)
            completionHandler(disposition, credential)
        }
    }

    /// Rejects the protection space.
    public func webView(
        _ webView: WKWebView, respondTo challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) { (.rejectProtectionSpace, nil) }

    /// Asks the `async` form.
    public func webView(
        _ webView: WKWebView, authenticationChallenge challenge: URLAuthenticationChallenge,
        shouldAllowDeprecatedTLS decisionHandler: @escaping @MainActor (Bool) -> Void
    ) {
        Task.immediate { @MainActor in
            decisionHandler(await self.webView(webView, shouldAllowDeprecatedTLSFor: challenge))
        }
    }

    /// Refuses.
    public func webView(
        _ webView: WKWebView, shouldAllowDeprecatedTLSFor challenge: URLAuthenticationChallenge
    ) async -> Bool { false }

    /// Asks the `async` form.
    public func webView(
        _ webView: WKWebView, shouldGoTo backForwardListItem: WKBackForwardListItem, willUseInstantBack: Bool,
        completionHandler: @escaping @MainActor (Bool) -> Void
    ) {
        Task.immediate { @MainActor in
            completionHandler(
                await self.webView(
                    webView, shouldGoTo: backForwardListItem, willUseInstantBack: willUseInstantBack))
        }
    }

    /// Allows the step.
    public func webView(
        _ webView: WKWebView, shouldGoTo backForwardListItem: WKBackForwardListItem, willUseInstantBack: Bool
    ) async -> Bool { true }
}
