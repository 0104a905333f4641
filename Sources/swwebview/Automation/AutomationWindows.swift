import Foundation
import SWWebView
import URLInterception
import WebKit
import WebViewTesting

/// The windows of an automated session: those that WebDriver asks for, and those that pages open. Main actor only.
@MainActor
final class AutomationWindows: NSObject, WKUIDelegate {
    /// What pages and workers said; nil where nobody will ask.
    let log: SessionLog?
    /// Is told when a page's process ends by itself: WebKitWebDriver takes that for the end of the session.
    var pageCrashed: @MainActor () -> Void = {}
    private(set) var views: [SWWebView] = []
    private var options: PageSuiteOptions
    private let store: WKWebsiteDataStore

    init(options: PageSuiteOptions, store: WKWebsiteDataStore, log: SessionLog?) {
        self.options = options
        self.store = store
        self.log = log
    }

    /// Opens a window that shows nothing yet.
    func open() -> SWWebView {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = store
        configuration.isControlledByAutomation = true
        log?.listen(in: configuration.userContentController)
        configuration.add(options)
        let view = SWWebView(frame: CGRect(origin: .zero, size: options.size), configuration: configuration)
        view.serviceWorkerPermittedDomains = options.permittedDomains
        view.serviceWorkerAddresses = options.workerAddresses
        view.loader = MappedLoader(map: options.map, connectivity: options.connectivity)
        keep(view)
        return view
    }

    /// Takes all windows, also those that are opened later, off the network, or puts them back.
    func setConnectivity(_ connectivity: Connectivity) {
        options.connectivity = connectivity
        for view in views { view.connectivity = connectivity }
    }

    private func keep(_ view: SWWebView) {
        view.uiDelegate = self
        view.navigationDelegate = self
        log?.listen(to: view)
        views.append(view)
    }

    func webView(
        _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
        for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView? {
        let view = SWWebView(frame: CGRect(origin: .zero, size: options.size), configuration: configuration)
        keep(view)
        return view
    }

    func webViewDidClose(_ webView: WKWebView) { views.removeAll { $0 === webView } }
}

extension AutomationWindows: WKNavigationDelegate {
    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) { pageCrashed() }
}
