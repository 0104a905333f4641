public import UIKitSubset

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

    /// The page called `alert`. The default asks the `async` form. Apple API. `frame` is the frame whose window the script
    /// called.
    func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping @MainActor () -> Void)

    /// The page called `alert`. The default returns. Apple API.
    func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async

    /// The page called `confirm`. The default asks the `async` form. Apple API. `frame` is the frame whose window the script
    /// called.
    func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping @MainActor (Bool) -> Void)

    /// The page called `confirm`. The default says no. Apple API.
    func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async -> Bool

    /// The page called `prompt`. The default asks the `async` form. Apple API. `frame` is the frame whose window the script
    /// called.
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
    /// `.prompt` asks ``WKWebView/capturePrompt``, which answers for the person. Where several frames may record, `frame` is that of the
    /// latest click.
    func webView(
        _ webView: WKWebView, requestMediaCapturePermissionFor origin: WKSecurityOrigin,
        initiatedByFrame frame: WKFrameInfo, type: WKMediaCaptureType,
        decisionHandler: @escaping @MainActor (WKPermissionDecision) -> Void)

    /// The page wants to record. The default is to ask the user, see ``WKWebView/capturePrompt``. Apple API.
    func webView(
        _ webView: WKWebView, decideMediaCapturePermissionsFor origin: WKSecurityOrigin,
        initiatedBy frame: WKFrameInfo, type: WKMediaCaptureType
    ) async -> WKPermissionDecision

    /// The page wants to follow the device's orientation and motion. Apple API.
    ///
    /// The decision holds for the origin as long as the view. `.prompt`, the default, refuses: nobody can be asked here. As in Apple's
    /// simulator there are no sensors, so that a page gets no events of its own accord.
    func webView(
        _ webView: WKWebView, requestDeviceOrientationAndMotionPermissionFor origin: WKSecurityOrigin,
        initiatedByFrame frame: WKFrameInfo, decisionHandler: @escaping @MainActor (WKPermissionDecision) -> Void)

    /// Makes the menu of a link or an image; nil for none. Apple API.
    ///
    /// Called for a click with the secondary button, in place of a long press. The menu is then ``WKWebView/presentedContextMenu``.
    /// The default shows the preview of the older methods.
    func webView(
        _ webView: WKWebView, contextMenuConfigurationForElement elementInfo: WKContextMenuElementInfo,
        completionHandler: @escaping @MainActor (UIContextMenuConfiguration?) -> Void)

    /// The menu of an element is about to show. Apple API.
    func webView(_ webView: WKWebView, contextMenuWillPresentForElement elementInfo: WKContextMenuElementInfo)

    /// The menu of an element has ended. Apple API.
    func webView(_ webView: WKWebView, contextMenuDidEndForElement elementInfo: WKContextMenuElementInfo)

    /// A person has touched the preview of an element's menu. Apple API. The closures of the animator run after the return.
    ///
    /// The default calls the older method.
    func webView(
        _ webView: WKWebView, contextMenuForElement elementInfo: WKContextMenuElementInfo,
        willCommitWithAnimator animator: any UIContextMenuInteractionCommitAnimating)

    /// The menu of a selection is about to show. Apple API, declared without effect: no such menu shows here.
    func webView(_ webView: WKWebView, willPresentEditMenuWithAnimator animator: any UIEditMenuInteractionAnimating)

    /// The menu of a selection is about to end. Apple API, declared without effect: no such menu shows here.
    func webView(_ webView: WKWebView, willDismissEditMenuWithAnimator animator: any UIEditMenuInteractionAnimating)

    /// Decides whether a link has a preview. Apple API of older versions of iOS.
    func webView(_ webView: WKWebView, shouldPreviewElement elementInfo: WKPreviewElementInfo) -> Bool

    /// Makes the preview of a link; nil, the default, for none. Apple API of older versions of iOS.
    func webView(
        _ webView: WKWebView, previewingViewControllerForElement elementInfo: WKPreviewElementInfo,
        defaultActions previewActions: [any WKPreviewActionItem]
    ) -> UIViewController?

    /// A person has opened the preview of a link. Apple API of older versions of iOS.
    func webView(_ webView: WKWebView, commitPreviewingViewController previewingViewController: UIViewController)
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
