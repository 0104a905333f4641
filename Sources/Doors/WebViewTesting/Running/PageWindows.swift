import SWWebView
import Simulator
import WebKit

/// Handles the windows and dialogs that a page under test opens: windows open, as its user might let them; dialogs are dismissed,
/// and reported.
@MainActor
final class PageWindows: NSObject, WKUIDelegate {
    private let popups: PopupWindows
    private let heard: (_ function: String, _ message: String) -> Void

    /// - Parameters:
    ///   - opened: the closure that receives each window that opens.
    ///   - heard: the closure that receives each dialog of the page itself.
    init(
        size: CGSize, opened: @escaping @MainActor (SWWebView) -> Void,
        heard: @escaping (_ function: String, _ message: String) -> Void
    ) {
        popups = PopupWindows(size: size, opened: opened)
        self.heard = heard
    }

    /// Closes the windows. Their content controller is the page's, whose message handler keeps this object alive.
    func close() { popups.close() }

    func webView(
        _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
        for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView? {
        popups.webView(
            webView, createWebViewWith: configuration, for: navigationAction, windowFeatures: windowFeatures)
    }

    func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async { heard("alert", message) }

    func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async -> Bool {
        heard("confirm", message)
        return false
    }

    func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo
    ) async -> String? {
        heard("prompt", prompt)
        return nil
    }
}
