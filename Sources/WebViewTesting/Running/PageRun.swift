import Foundation
import SWWebView
import URLInterception
import WebKit

/// One page of a suite in a view of its own, from load to result.
@MainActor
final class PageRun: NSObject {
    private let page: PageReference
    private let options: PageSuiteOptions
    private let report: (RunEvent) -> Void
    private var recorder: PageRecorder
    private let start = ContinuousClock.now
    private var view: SWWebView?
    private lazy var popups = PopupWindows(size: options.size)
    private var address: URL?
    private var isSettling = false
    private var waiter: CheckedContinuation<Void, Never>?

    init(page: PageReference, options: PageSuiteOptions, report: @escaping (RunEvent) -> Void) {
        self.page = page
        self.options = options
        self.report = report
        recorder = PageRecorder(page: page.displayName)
    }

    /// Loads the page and waits until it has ended in one way or another.
    func result() async -> PageRunResult {
        do {
            let address = try PageAddress(of: page, root: options.root, map: options.map)
            self.address = address.url
            view = makeView(map: address.map)
        } catch {
            feed(.loadFailed(message: "\(error)"))
            return recorder.result
        }
        let timer = Task { @MainActor [weak self, timeout = options.timeout] in
            try await ContinuousClock().sleep(for: .seconds(timeout))
            self?.timeOut()
        }
        if let address { view?.load(URLRequest(url: address)) }
        if !isComplete { await withCheckedContinuation { waiter = $0 } }
        timer.cancel()
        view = nil
        return recorder.result
    }

    private func makeView(map: OriginMap) -> SWWebView {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = options.dataStore ?? .nonPersistent()
        configuration.preferences.javaScriptCanOpenWindowsAutomatically = true
        configuration.userContentController.addUserScript(
            WKUserScript(source: HookScript.source, injectionTime: .atDocumentStart, forMainFrameOnly: true))
        configuration.userContentController.add(self, name: HookScript.messageHandlerName)
        configuration.add(options)
        let view = SWWebView(frame: CGRect(origin: .zero, size: options.size), configuration: configuration)
        view.serviceWorkerPermittedDomains = options.permittedDomains
        view.loader = MappedLoader(map: map, offline: options.isOffline)
        view.endpoints[TestingEndpoint.prefix] = TestingEndpoint(view: view)
        view.navigationDelegate = self
        view.uiDelegate = popups
        return view
    }

    // MARK: Recording

    private var isComplete: Bool {
        if case .complete = recorder.phase { true } else { false }
    }

    private var elapsed: Double { start.duration(to: .now).seconds }

    private func feed(_ event: PageEvent) {
        follow(recorder.receive(event, at: elapsed))
    }

    private func follow(_ events: [RunEvent]) {
        for event in events { report(event) }
        switch recorder.phase {
        case .recording: break
        case .settling: settle()
        case .complete: end()
        }
    }

    /// One way through the page and back: what it has still to say arrives before.
    private func settle() {
        guard !isSettling, let view else { return }
        isSettling = true
        view.evaluateJavaScript("0") { [weak self] _, _ in
            self?.isSettling = false
            self?.feed(.settled)
        }
    }

    private func timeOut() {
        feed(.timedOut)
        // A page in a tight loop would hold its process, and its core, for ever.
        view?.terminateWebProcess()
    }

    private func end() {
        waiter?.resume()
        waiter = nil
    }
}

extension PageRun: WKScriptMessageHandler {
    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) {
        guard !isComplete, let text = message.body as? String else { return }
        follow(recorder.receive(message: text, at: elapsed))
    }
}

extension PageRun: WKNavigationDelegate {
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
        decisionHandler: @escaping @MainActor (WKNavigationResponsePolicy) -> Void
    ) {
        if navigationResponse.isForMainFrame, let http = navigationResponse.response as? HTTPURLResponse,
            http.statusCode >= 400, http.url == address
        {
            feed(.loadFailed(message: "The page was answered with status \(http.statusCode)"))
            return decisionHandler(.cancel)
        }
        decisionHandler(navigationResponse.canShowMIMEType ? .allow : .cancel)
    }

    func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {
        guard let url = webView.url, let address, url.withoutFragment != address.withoutFragment, !isComplete else {
            return
        }
        feed(.navigatedAway(url: url.absoluteString))
    }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
        if !isComplete { feed(.loadFinished) }
    }

    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {
        if !isComplete { feed(.loadFailed(message: (error as NSError).localizedDescription)) }
    }

    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
        if !isComplete { feed(.processTerminated) }
    }
}

extension URL {
    var withoutFragment: String { String(absoluteString.prefix { $0 != "#" }) }
}
