import SWWebView
import WebKit

/// Opens the windows that pages ask for, and keeps them until they close or it goes itself.
@MainActor
package final class PopupWindows: NSObject, WKUIDelegate {
    private let size: CGSize
    private let opened: @MainActor (SWWebView) -> Void
    private var views: [SWWebView] = []

    /// Keeps a window that was opened otherwise, until it closes.
    package func keep(_ view: SWWebView) {
        view.uiDelegate = self
        views.append(view)
    }

    /// Opens windows of a size in CSS pixels.
    ///
    /// - Parameter opened: the closure that receives each window.
    package init(size: CGSize, opened: @escaping @MainActor (SWWebView) -> Void = { _ in }) {
        self.size = size
        self.opened = opened
    }

    /// Closes all open windows.
    package func close() { views = [] }

    package func webView(
        _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
        for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView? {
        let view = SWWebView(frame: CGRect(origin: .zero, size: size), configuration: configuration)
        keep(view)
        opened(view)
        return view
    }

    package func webViewDidClose(_ webView: WKWebView) { views.removeAll { $0 === webView } }
}
