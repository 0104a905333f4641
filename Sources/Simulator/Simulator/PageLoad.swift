import Foundation
import SWWebView
import WebKit

/// A page that did not load.
public struct PageLoadError: Error, CustomStringConvertible {
    /// The address, and the reason.
    public let description: String
}

/// The first load of a view, which ends with its `load` event.
@MainActor
final class PageLoad: NSObject, WKNavigationDelegate {
    private var waiter: CheckedContinuation<Void, any Error>?
    private var url: URL?

    /// Loads a page and waits for its `load` event.
    ///
    /// - Throws: ``PageLoadError``.
    func load(_ url: URL, in view: SWWebView) async throws {
        self.url = url
        view.navigationDelegate = self
        defer { view.navigationDelegate = nil }
        try await withCheckedThrowingContinuation { continuation in
            waiter = continuation
            view.load(URLRequest(url: url))
        }
    }

    private func end(_ problem: String? = nil) {
        let address = url?.absoluteString ?? ""
        waiter?.resume(with: problem.map { .failure(PageLoadError(description: "\(address) \($0)")) } ?? .success(()))
        waiter = nil
    }

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
        decisionHandler: @escaping @MainActor (WKNavigationResponsePolicy) -> Void
    ) {
        guard navigationResponse.isForMainFrame, let http = navigationResponse.response as? HTTPURLResponse,
            http.statusCode >= 400
        else { return decisionHandler(navigationResponse.canShowMIMEType ? .allow : .cancel) }
        end("was answered with status \(http.statusCode)")
        decisionHandler(.cancel)
    }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { end() }

    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) { end("could not be loaded: \((error as NSError).localizedDescription)") }

    func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
        end("did not load to its end: \((error as NSError).localizedDescription)")
    }

    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) { end("did not load: its web process ended") }
}
