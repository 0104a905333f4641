import CWebKitGTK

extension WKWebView {
    /// Hides the page or shows it. WebKit draws nothing of a hidden page, which keeps its size.
    package func setShown(_ isShown: Bool) {
        if let handle { cwk_view_set_shown(handle, isShown) }
    }

    /// Has the UI delegate make a view for an address that no page of the view opened: a service worker did.
    package func requestWindow(for url: URL) -> WKWebView? {
        let action = WKNavigationAction(
            request: URLRequest(url: url), navigationType: .other, targetFrame: nil, sourceFrame: WKFrameInfo())
        return uiDelegate?.webView(
            self, createWebViewWith: configuration, for: action, windowFeatures: WKWindowFeatures())
    }
}
