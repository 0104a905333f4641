/// Handles a page's requests for things outside the view: windows, dialogs, file choosers. Apple API. Called on the main actor.
///
/// Every method may be left out. The page waits until a completion handler is called or the `async` form returns;
/// implement one of the two. See ``WKNavigationDelegate`` for where this differs from iOS.
@preconcurrency @MainActor
public protocol WKUIDelegate: NSObjectProtocol {
    /// Makes the view of a new window, with that very configuration; nil, the default, opens none. Apple API.
    func webView(
        _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
        for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView?

    /// The page has closed its window. Apple API.
    func webViewDidClose(_ webView: WKWebView)

    /// The page called `alert`. The default asks the `async` form. Apple API.
    func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping @MainActor () -> Void)

    /// The page called `alert`. The default returns. Apple API.
    func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async

    /// The page called `confirm`. The default asks the `async` form. Apple API.
    func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping @MainActor (Bool) -> Void)

    /// The page called `confirm`. The default says no. Apple API.
    func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async -> Bool

    /// The page called `prompt`. The default asks the `async` form. Apple API.
    func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor (String?) -> Void)

    /// The page called `prompt`. The default answers nil, which is `null` in the page. Apple API.
    func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo
    ) async -> String?

    /// The page wants to upload files; nil cancels. The default asks the `async` form. Apple API.
    ///
    /// `frame` is the frame of the file input. For an input that is not in its document, it is the frame of the click.
    func webView(
        _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters, initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping @MainActor ([URL]?) -> Void)

    /// The page wants to upload files; nil, the default, cancels. Apple API.
    func webView(
        _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters, initiatedByFrame frame: WKFrameInfo
    ) async -> [URL]?

    /// The page wants to record with a camera or a microphone. The default asks the `async` form. Apple API.
    ///
    /// Unlike on iOS `.prompt` refuses, because nobody can be asked here. Where several frames may record, `frame` is that of the latest
    /// click.
    func webView(
        _ webView: WKWebView, requestMediaCapturePermissionFor origin: WKSecurityOrigin,
        initiatedByFrame frame: WKFrameInfo, type: WKMediaCaptureType,
        decisionHandler: @escaping @MainActor (WKPermissionDecision) -> Void)

    /// The page wants to record. The default is to ask the user, which refuses here. Apple API.
    func webView(
        _ webView: WKWebView, decideMediaCapturePermissionsFor origin: WKSecurityOrigin,
        initiatedBy frame: WKFrameInfo, type: WKMediaCaptureType
    ) async -> WKPermissionDecision
}

extension WKUIDelegate {
    /// Opens no window.
    public func webView(
        _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
        for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView? { nil }

    /// Does nothing.
    public func webViewDidClose(_ webView: WKWebView) {}
}
