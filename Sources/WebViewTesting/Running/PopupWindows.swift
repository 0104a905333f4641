import SWWebView
import WebKit

/// Opens the windows that pages ask for, and keeps them until they close or it goes itself.
@MainActor
package final class PopupWindows: NSObject, WKUIDelegate {
    private let size: CGSize
    private var views: [SWWebView] = []

    /// Opens windows of a size in CSS pixels.
    package init(size: CGSize) { self.size = size }

    package func webView(
        _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
        for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView? {
        let view = SWWebView(frame: CGRect(origin: .zero, size: size), configuration: configuration)
        view.uiDelegate = self
        views.append(view)
        return view
    }

    package func webViewDidClose(_ webView: WKWebView) { views.removeAll { $0 === webView } }
}
