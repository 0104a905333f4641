extension WKNavigationDelegate {
    /// Loads the page again, as WebKit does for an application without the method: once, until 30 seconds have passed since a load finished.
    public func webViewWebContentProcessDidTerminate(_ webView: WKWebView) { webView.relaunchPage() }

    /// Does nothing.
    public func webView(
        _ webView: WKWebView, navigationAction: WKNavigationAction, didBecome download: WKDownload
    ) {}

    /// Does nothing.
    public func webView(
        _ webView: WKWebView, navigationResponse: WKNavigationResponse, didBecome download: WKDownload
    ) {}
}
