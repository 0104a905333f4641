extension WKNavigationDelegate {
    /// Does nothing.
    public func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {}

    /// Does nothing.
    public func webView(
        _ webView: WKWebView, navigationAction: WKNavigationAction, didBecome download: WKDownload
    ) {}

    /// Does nothing.
    public func webView(
        _ webView: WKWebView, navigationResponse: WKNavigationResponse, didBecome download: WKDownload
    ) {}
}
