import Foundation
import SWWebView
import URLInterception
import WebKit

/// A page in a view of its own that is looked at from outside: for pictures. Main actor only.
@MainActor
package final class PageVisit: NSObject {
    private let view: SWWebView
    private let url: URL
    private let timeout: Double
    private var waiter: CheckedContinuation<Void, any Error>?

    /// Makes the view. It loads nothing yet.
    ///
    /// - Parameter timeout: seconds for the load and all waiting.
    /// - Throws: ``PageAddressError`` and what it takes to make a view of the options.
    package init(of page: PageReference, options: PageSuiteOptions, timeout: Double) throws {
        let address = try PageAddress(of: page, root: options.root, map: options.map)
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = options.dataStore ?? .nonPersistent()
        configuration.add(options)
        configuration.preferences.shouldPrintBackgrounds = true
        view = SWWebView(frame: CGRect(origin: .zero, size: options.size), configuration: configuration)
        view.serviceWorkerPermittedDomains = options.permittedDomains
        view.loader = MappedLoader(map: address.map, offline: options.isOffline)
        url = address.url
        self.timeout = timeout
        super.init()
        view.navigationDelegate = self
    }

    /// Loads the page and waits for its fonts and, if one is given, for an expression to become true.
    ///
    /// - Throws: ``PageVisitError``.
    package func load(waitingFor expression: String? = nil) async throws {
        let timer = Task { @MainActor [weak self, timeout] in
            try await ContinuousClock().sleep(for: .seconds(timeout))
            self?.timeOut()
        }
        defer { timer.cancel() }
        try await withCheckedThrowingContinuation { continuation in
            waiter = continuation
            view.load(URLRequest(url: url))
        }
        try await withCheckedThrowingContinuation { continuation in
            waiter = continuation
            view.callAsyncJavaScript(Self.script(waitingFor: expression), in: nil, in: .page) { [weak self] in
                self?.resume($0.map { _ in }.mapError { PageVisitError("waiting failed: \($0.localizedDescription)") })
            }
        }
    }

    /// Looks at the expression before every frame that is drawn.
    private static func script(waitingFor expression: String?) -> String {
        let wait = expression.map { "while (!(\($0)\n)) await new Promise(requestAnimationFrame);" } ?? ""
        return "await document.fonts.ready;\n\(wait)\nawait new Promise(requestAnimationFrame);"
    }

    /// A picture of the page as a PNG file.
    package func picture(fullPage: Bool) async throws -> Data {
        let image = fullPage ? try await view.takeFullPageSnapshot() : try await view.takeSnapshot(configuration: nil)
        return image.pngData() ?? Data()
    }

    /// The page as a PDF file.
    package func pdf() async throws -> Data { try await view.pdf() }

    private func timeOut() {
        resume(.failure(PageVisitError("\(url.absoluteString) was not ready after \(timeout) seconds")))
        view.terminateWebProcess()
    }

    private func resume(_ result: Result<Void, any Error>) {
        waiter?.resume(with: result)
        waiter = nil
    }
}

/// Why a page could not be shown.
package struct PageVisitError: Error, CustomStringConvertible {
    /// A sentence for people.
    package let description: String

    init(_ description: String) { self.description = description }
}

extension PageVisit: WKNavigationDelegate {
    package func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
        decisionHandler: @escaping @MainActor (WKNavigationResponsePolicy) -> Void
    ) {
        if navigationResponse.isForMainFrame, let http = navigationResponse.response as? HTTPURLResponse,
            http.statusCode >= 400
        {
            resume(.failure(PageVisitError("\(url.absoluteString) was answered with status \(http.statusCode)")))
            return decisionHandler(.cancel)
        }
        decisionHandler(navigationResponse.canShowMIMEType ? .allow : .cancel)
    }

    package func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { resume(.success(())) }

    package func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {
        let text = (error as NSError).localizedDescription
        resume(.failure(PageVisitError("\(url.absoluteString) could not be loaded: \(text)")))
    }

    package func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
        resume(.failure(PageVisitError("\(url.absoluteString): its web process ended")))
    }
}
