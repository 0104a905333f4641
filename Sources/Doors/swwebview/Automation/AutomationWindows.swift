import Foundation
import SWWebView
import Simulator
import URLInterception
import WebKit
import WebViewTesting

/// The windows of an automated session: those that WebDriver asks for, and those that pages open. Main actor only.
@MainActor
final class AutomationWindows: NSObject, WKUIDelegate {
    /// The messages of pages and workers; nil where no client will ask for them.
    let log: SessionLog?
    /// Called when a page's process ends by itself: WebKitWebDriver takes that for the end of the session.
    var pageCrashed: @MainActor () -> Void = {}
    /// Called with the number of windows when one was opened or closed.
    var countChanged: @MainActor (Int) -> Void = { _ in }
    private(set) var views: [SWWebView] = [] { didSet { countChanged(views.count) } }
    /// The navigations that failed since a command began.
    let failures = FailedNavigations()
    private let simulator: Simulator
    /// The subscriptions of the windows.
    private var subscriptions: [ObjectIdentifier: [Subscription?]] = [:]

    /// The native half of all windows.
    var native: NativeHalf { simulator.native }

    init(of simulator: Simulator, log: SessionLog?) {
        self.simulator = simulator
        self.log = log
        super.init()
        native.hear = { [weak log] in log?.add($0) }
    }

    /// Opens a window that shows nothing yet.
    ///
    /// - Throws: `SimulatedSystemError`.
    func open() throws -> SWWebView {
        let content = WKUserContentController()
        log?.listen(in: content)
        let configuration = try simulator.makeConfiguration(content)
        configuration.isControlledByAutomation = true
        // As in the browser that WebKitWebDriver brings: scripts open windows without a gesture.
        configuration.preferences.javaScriptCanOpenWindowsAutomatically = true
        let view = try simulator.makeView(configuration)
        keep(view)
        return view
    }

    /// Takes all windows, also those that are opened later, off the network, or puts them back.
    func setConnectivity(_ connectivity: Connectivity) async {
        simulator.options.connectivity = connectivity
        for view in views {
            view.connectivity = connectivity
            await withCheckedContinuation { done in view.whenIntercepted { done.resume() } }
        }
    }

    private func keep(_ view: SWWebView) {
        view.uiDelegate = self
        view.navigationDelegate = self
        subscriptions[ObjectIdentifier(view)] = [
            view.hooks.askedNavigations.add { [weak self, weak view] in
                if let view { self?.failures.asked(in: view) }
            },
            log?.record(bridgeOf: view),
        ]
        native.sendEvents(to: view)
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

    func webViewDidClose(_ webView: WKWebView) {
        views.removeAll { $0 === webView }
        subscriptions[ObjectIdentifier(webView)] = nil
        failures.ended(in: webView)
    }
}

extension AutomationWindows: WKNavigationDelegate {
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor (WKNavigationActionPolicy) -> Void
    ) {
        failures.begin(navigationAction, in: webView)
        guard navigationAction.shouldPerformDownload else { return decisionHandler(.allow) }
        // A session has no folder for downloads. The page stays.
        failures.ended(in: webView)
        decisionHandler(.cancel)
    }

    func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) { failures.committed(in: webView) }

    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {
        guard let view = webView as? SWWebView, let url = view.failedURL,
            let failure = NavigationFailure(error, at: url, address: view.externalURL(for: url).absoluteString)
        else { return failures.ended(in: webView) }
        log?.add(.navigation, level: "error", failure.description, url: URL(string: failure.address))
        failures.add(failure, in: view)
    }

    func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
        failures.ended(in: webView)
        guard let view = webView as? SWWebView, let url = view.failedURL,
            let failure = NavigationFailure(error, at: url, address: view.externalURL(for: url).absoluteString)
        else { return }
        log?.add(.navigation, level: "error", failure.description, url: URL(string: failure.address))
    }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { failures.ended(in: webView) }

    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
        failures.ended(in: webView)
        pageCrashed()
    }
}
