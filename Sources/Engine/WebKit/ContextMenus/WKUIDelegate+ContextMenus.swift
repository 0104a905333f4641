public import UIKitSubset

// The menus of a delegate that implements no method, or only the methods of older versions of iOS.
extension WKUIDelegate {
    /// Shows the preview of the older methods, and no menu.
    public func webView(
        _ webView: WKWebView, contextMenuConfigurationForElement elementInfo: WKContextMenuElementInfo,
        completionHandler: @escaping @MainActor (UIContextMenuConfiguration?) -> Void
    ) {
        let info = WKPreviewElementInfo(linkURL: elementInfo.linkURL)
        guard info.linkURL != nil, self.webView(webView, shouldPreviewElement: info),
            let controller = self.webView(
                webView, previewingViewControllerForElement: info, defaultActions: [OpenPreviewAction()])
        else { return completionHandler(nil) }
        completionHandler(UIContextMenuConfiguration(previewProvider: { controller }))
    }

    /// Does nothing.
    public func webView(_ webView: WKWebView, contextMenuWillPresentForElement elementInfo: WKContextMenuElementInfo) {}

    /// Does nothing.
    public func webView(_ webView: WKWebView, contextMenuDidEndForElement elementInfo: WKContextMenuElementInfo) {}

    /// Calls the older method.
    public func webView(
        _ webView: WKWebView, contextMenuForElement elementInfo: WKContextMenuElementInfo,
        willCommitWithAnimator animator: any UIContextMenuInteractionCommitAnimating
    ) {
        guard let preview = animator.previewViewController else { return }
        self.webView(webView, commitPreviewingViewController: preview)
    }

    /// Does nothing.
    public func webView(
        _ webView: WKWebView, willPresentEditMenuWithAnimator animator: any UIEditMenuInteractionAnimating
    ) {}

    /// Does nothing.
    public func webView(
        _ webView: WKWebView, willDismissEditMenuWithAnimator animator: any UIEditMenuInteractionAnimating
    ) {}

    /// Says yes.
    public func webView(_ webView: WKWebView, shouldPreviewElement elementInfo: WKPreviewElementInfo) -> Bool { true }

    /// Shows no preview.
    public func webView(
        _ webView: WKWebView, previewingViewControllerForElement elementInfo: WKPreviewElementInfo,
        defaultActions previewActions: [any WKPreviewActionItem]
    ) -> UIViewController? { nil }

    /// Does nothing.
    public func webView(_ webView: WKWebView, commitPreviewingViewController previewingViewController: UIViewController)
    {}
}

private final class OpenPreviewAction: NSObject, WKPreviewActionItem {
    let identifier = WKPreviewActionItemIdentifierOpen
    let title = "Open"
}
