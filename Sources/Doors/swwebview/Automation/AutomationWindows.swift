import BiDiServer
import Foundation
import SWWebView
import Simulator
import WebKit

/// The windows of a session of WebKitWebDriver: those that it asks for, and those that pages open. Main actor only.
@MainActor
final class AutomationWindows: NSObject, WKUIDelegate {
    private var views: [SWWebView] = []
    private let simulator: Simulator

    init(of simulator: Simulator) { self.simulator = simulator }

    /// Opens a window that shows nothing yet.
    ///
    /// - Throws: `SimulatedSystemError`.
    func open() throws -> SWWebView {
        let configuration = try simulator.makeConfiguration()
        configuration.isControlledByAutomation = true
        // As in the browser that WebKitWebDriver brings: scripts open windows without a gesture.
        configuration.preferences.javaScriptCanOpenWindowsAutomatically = true
        let view = try simulator.makeView(configuration)
        keep(view)
        return view
    }

    private func keep(_ view: SWWebView) {
        view.uiDelegate = self
        view.navigationDelegate = self
        simulator.native.sendEvents(to: view)
        views.append(view)
    }

    func webView(
        _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
        for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView? {
        let view = SWWebView(
            frame: CGRect(origin: .zero, size: simulator.options.viewSize), configuration: configuration)
        keep(view)
        return view
    }

    func webViewDidClose(_ webView: WKWebView) { views.removeAll { $0 === webView } }
}

extension AutomationWindows: WKNavigationDelegate {
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor (WKNavigationActionPolicy) -> Void
    ) {
        // A session has no folder for downloads. The page stays.
        decisionHandler(navigationAction.shouldPerformDownload ? .cancel : .allow)
    }

    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {
        guard let view = webView as? SWWebView, let url = view.failedURL,
            let failure = NavigationFailure(error, at: url, address: view.externalURL(for: url).absoluteString),
            failure.hasErrorPage
        else { return }
        view.showErrorPage(failure.page, for: failure.url)
    }
}
