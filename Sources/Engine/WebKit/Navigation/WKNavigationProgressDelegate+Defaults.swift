// The defaults for a delegate that doesn't follow loads: the other two spellings are tried, then nothing is done.

extension WKNavigationDelegate {
    /// Calls the method as written with another spelling, if there is one.
    public func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {
        (self as any WKNavigationProgressDelegateOptional).webView(webView, didStartProvisionalNavigation: navigation)
        guard let navigation else { return }
        (self as any WKNavigationProgressDelegateNonOptional).webView(
            webView, didStartProvisionalNavigation: navigation)
    }

    /// Calls the method as written with another spelling, if there is one.
    public func webView(
        _ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation!
    ) {
        (self as any WKNavigationProgressDelegateOptional).webView(
            webView, didReceiveServerRedirectForProvisionalNavigation: navigation)
        guard let navigation else { return }
        (self as any WKNavigationProgressDelegateNonOptional).webView(
            webView, didReceiveServerRedirectForProvisionalNavigation: navigation)
    }

    /// Calls the method as written with another spelling, if there is one.
    public func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {
        (self as any WKNavigationProgressDelegateOptional).webView(
            webView, didFailProvisionalNavigation: navigation, withError: error)
        guard let navigation else { return }
        (self as any WKNavigationProgressDelegateNonOptional).webView(
            webView, didFailProvisionalNavigation: navigation, withError: error)
    }

    /// Calls the method as written with another spelling, if there is one.
    public func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {
        (self as any WKNavigationProgressDelegateOptional).webView(webView, didCommit: navigation)
        guard let navigation else { return }
        (self as any WKNavigationProgressDelegateNonOptional).webView(webView, didCommit: navigation)
    }

    /// Calls the method as written with another spelling, if there is one.
    public func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
        (self as any WKNavigationProgressDelegateOptional).webView(webView, didFinish: navigation)
        guard let navigation else { return }
        (self as any WKNavigationProgressDelegateNonOptional).webView(webView, didFinish: navigation)
    }

    /// Calls the method as written with another spelling, if there is one.
    public func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
        (self as any WKNavigationProgressDelegateOptional).webView(webView, didFail: navigation, withError: error)
        guard let navigation else { return }
        (self as any WKNavigationProgressDelegateNonOptional).webView(webView, didFail: navigation, withError: error)
    }
}

extension WKNavigationProgressDelegateOptional {
    /// Does nothing.
    @_disfavoredOverload
    public func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation?) {}

    /// Does nothing.
    @_disfavoredOverload
    public func webView(
        _ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation?
    ) {}

    /// Does nothing.
    @_disfavoredOverload
    public func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation?, withError error: any Error
    ) {}

    /// Does nothing.
    @_disfavoredOverload
    public func webView(_ webView: WKWebView, didCommit navigation: WKNavigation?) {}

    /// Does nothing.
    @_disfavoredOverload
    public func webView(_ webView: WKWebView, didFinish navigation: WKNavigation?) {}

    /// Does nothing.
    @_disfavoredOverload
    public func webView(_ webView: WKWebView, didFail navigation: WKNavigation?, withError error: any Error) {}
}

extension WKNavigationProgressDelegateNonOptional {
    /// Does nothing.
    @_disfavoredOverload
    public func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation) {}

    /// Does nothing.
    @_disfavoredOverload
    public func webView(
        _ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation
    ) {}

    /// Does nothing.
    @_disfavoredOverload
    public func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation, withError error: any Error
    ) {}

    /// Does nothing.
    @_disfavoredOverload
    public func webView(_ webView: WKWebView, didCommit navigation: WKNavigation) {}

    /// Does nothing.
    @_disfavoredOverload
    public func webView(_ webView: WKWebView, didFinish navigation: WKNavigation) {}

    /// Does nothing.
    @_disfavoredOverload
    public func webView(_ webView: WKWebView, didFail navigation: WKNavigation, withError error: any Error) {}
}
