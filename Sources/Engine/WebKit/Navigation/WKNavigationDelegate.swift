/// Decides about the navigations of a view and follows them. Apple API. Called on the main actor.
///
/// Every method may be left out. A decision can be made with a decision handler, called once, now or later, or by
/// returning from the `async` form; implement one of the two. Where this differs from iOS: a method counts only if the
/// class that states the conformance has it, or overrides it; and in Swift 6 mode a handler must be written
/// `@escaping @MainActor (…) -> Void`, the spelling of Apple's newest headers.
@preconcurrency @MainActor
public protocol WKNavigationDelegate: WKNavigationProgressDelegate, WKNavigationProgressDelegateOptional,
    WKNavigationProgressDelegateNonOptional
{
    /// Decides about a navigation before it begins, in any frame. The default asks the `async` form. Apple API.
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor (WKNavigationActionPolicy) -> Void)

    /// Decides about a navigation before it begins. Apple API.
    ///
    /// The default allows the addresses that can be loaded, downloads links with the `download` attribute, and ignores others, such as
    /// those of `tel:`.
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
    ) async -> WKNavigationActionPolicy

    /// Decides about a navigation and its settings; asked instead of the form without settings. Apple API.
    ///
    /// The default asks the `async` form, then the form without settings.
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction, preferences: WKWebpagePreferences,
        decisionHandler: @escaping @MainActor (WKNavigationActionPolicy, WKWebpagePreferences) -> Void)

    /// Decides about a navigation and its settings; asked instead of the form without settings. Apple API.
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction, preferences: WKWebpagePreferences
    ) async -> (WKNavigationActionPolicy, WKWebpagePreferences)

    /// Decides about a navigation once its response has come. The default asks the `async` form. Apple API.
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
        decisionHandler: @escaping @MainActor (WKNavigationResponsePolicy) -> Void)

    /// Decides about a navigation once its response has arrived. The default allows responses that can be shown. Apple API.
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
    ) async -> WKNavigationResponsePolicy

    /// Answers a request for credentials. The default asks the `async` form. Apple API.
    ///
    /// Certificates never come this way: `URLProtectionSpace.serverTrust` doesn't exist on Linux.
    func webView(
        _ webView: WKWebView, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @MainActor (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)

    /// Answers a request for credentials. The default rejects the protection space: the page gets the server's answer. Apple API.
    func webView(
        _ webView: WKWebView, respondTo challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?)

    /// The process that runs the page is gone; the view is blank, and has no URL, until it is reloaded. Apple API.
    ///
    /// The default loads the page again. Unlike on iOS it does so also for a view that nobody sees.
    func webViewWebContentProcessDidTerminate(_ webView: WKWebView)

    /// Decides about an outdated TLS version. Apple API, declared without effect: WebKitGTK asks nobody.
    func webView(
        _ webView: WKWebView, authenticationChallenge challenge: URLAuthenticationChallenge,
        shouldAllowDeprecatedTLS decisionHandler: @escaping @MainActor (Bool) -> Void)

    /// Decides about an outdated TLS version. Apple API, declared without effect: WebKitGTK asks nobody.
    func webView(
        _ webView: WKWebView, shouldAllowDeprecatedTLSFor challenge: URLAuthenticationChallenge
    ) async -> Bool

    /// Decides about a step in the back-forward list that loads a page, before the policy is asked for. The default asks the `async`
    /// form. Apple API. Unlike on iOS `willUseInstantBack` is always false, and nobody is asked about a step within a document.
    func webView(
        _ webView: WKWebView, shouldGoTo backForwardListItem: WKBackForwardListItem, willUseInstantBack: Bool,
        completionHandler: @escaping @MainActor (Bool) -> Void)

    /// Decides about a step in the back-forward list; the default allows it. Apple API.
    func webView(
        _ webView: WKWebView, shouldGoTo backForwardListItem: WKBackForwardListItem, willUseInstantBack: Bool
    ) async -> Bool

    /// A navigation has become a download before it began. Apple API.
    func webView(
        _ webView: WKWebView, navigationAction: WKNavigationAction, didBecome download: WKDownload)

    /// A navigation has become a download after its response. Apple API.
    func webView(
        _ webView: WKWebView, navigationResponse: WKNavigationResponse, didBecome download: WKDownload)
}

/// The part of ``WKNavigationDelegate`` that follows the loads of the main frame. Apple API, there in one protocol.
///
/// The protocol stands apart so that each method can be written with `WKNavigation!`, as Apple's headers have it, and also with
/// `WKNavigation?` or `WKNavigation`, which Objective-C treats as the same and applications use. Swift would pass over the two
/// other spellings without a word. Every method may be left out; all are called on the main actor.
@preconcurrency @MainActor
public protocol WKNavigationProgressDelegate: NSObjectProtocol {
    /// The main frame has begun to load. Apple API.
    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!)

    /// The main frame has received a server redirect. Apple API.
    func webView(_ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation!)

    /// The main frame's load failed before anything was shown. Apple API.
    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error)

    /// The main frame has begun to show the new document. Apple API.
    func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!)

    /// The main frame has loaded. Never follows a failure. Apple API.
    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!)

    /// The main frame's load failed after it had begun to show the document. Apple API.
    func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error)
}

/// The methods of ``WKNavigationProgressDelegate`` for classes that write `WKNavigation?`.
@preconcurrency @MainActor
public protocol WKNavigationProgressDelegateOptional: NSObjectProtocol {
    /// The main frame has begun to load.
    @_disfavoredOverload
    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation?)

    /// A server has sent the main frame elsewhere.
    @_disfavoredOverload
    func webView(_ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation?)

    /// The main frame's load failed before anything was shown.
    @_disfavoredOverload
    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation?, withError error: any Error)

    /// The main frame has begun to show the new document.
    @_disfavoredOverload
    func webView(_ webView: WKWebView, didCommit navigation: WKNavigation?)

    /// The main frame has loaded. Never follows a failure.
    @_disfavoredOverload
    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation?)

    /// The main frame's load failed after it had begun to show the document.
    @_disfavoredOverload
    func webView(_ webView: WKWebView, didFail navigation: WKNavigation?, withError error: any Error)
}

/// The methods of ``WKNavigationProgressDelegate`` for classes that write `WKNavigation`.
@preconcurrency @MainActor
public protocol WKNavigationProgressDelegateNonOptional: NSObjectProtocol {
    /// The main frame has begun to load.
    @_disfavoredOverload
    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation)

    /// A server has sent the main frame elsewhere.
    @_disfavoredOverload
    func webView(_ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation)

    /// The main frame's load failed before anything was shown.
    @_disfavoredOverload
    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation, withError error: any Error)

    /// The main frame has begun to show the new document.
    @_disfavoredOverload
    func webView(_ webView: WKWebView, didCommit navigation: WKNavigation)

    /// The main frame has loaded. Never follows a failure.
    @_disfavoredOverload
    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation)

    /// The main frame's load failed after it had begun to show the document.
    @_disfavoredOverload
    func webView(_ webView: WKWebView, didFail navigation: WKNavigation, withError error: any Error)
}
