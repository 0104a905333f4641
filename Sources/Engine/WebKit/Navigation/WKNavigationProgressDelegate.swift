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
