import Foundation
import WebKit

/// A page that did not load.
public struct PageLoadError: Error, CustomStringConvertible {
    /// The address, and the reason.
    public let description: String
}

/// Reports how each load of a view's page ends. Downloads and answers that show nothing end as failures. Main actor only.
@MainActor
package final class PageLoad: NSObject, WKNavigationDelegate {
    private let url: URL
    private let ended: @MainActor (Result<Void, PageLoadError>) -> Void

    /// Makes the navigation delegate of a view, which holds it weakly.
    ///
    /// - Parameters:
    ///   - url: the address that errors name.
    ///   - ended: the closure that is called at each `load` event of the page, and at each failure of a load.
    package init(of url: URL, ended: @escaping @MainActor (Result<Void, PageLoadError>) -> Void) {
        (self.url, self.ended) = (url, ended)
    }

    /// Loads a page, and waits for its `load` event.
    ///
    /// - Throws: ``PageLoadError``.
    static func load(_ url: URL, in view: WKWebView) async throws {
        let ends = AsyncStream<Result<Void, PageLoadError>>.makeStream()
        let load = PageLoad(of: url) { ends.continuation.yield($0) }
        view.navigationDelegate = load
        defer { view.navigationDelegate = nil }
        view.load(URLRequest(url: url))
        for await end in ends.stream { return try end.get() }
        throw CancellationError()
    }

    private func fail(_ problem: String) {
        ended(.failure(PageLoadError(description: "\(url.absoluteString) \(problem)")))
    }

    package func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor (WKNavigationActionPolicy) -> Void
    ) { decisionHandler(navigationAction.shouldPerformDownload ? .cancel : .allow) }

    package func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
        decisionHandler: @escaping @MainActor (WKNavigationResponsePolicy) -> Void
    ) {
        if navigationResponse.isForMainFrame, let http = navigationResponse.response as? HTTPURLResponse,
            http.statusCode >= 400 || [204, 205].contains(http.statusCode)
        {
            fail("was answered with status \(http.statusCode)")
            return decisionHandler(.cancel)
        }
        decisionHandler(navigationResponse.canShowMIMEType ? .allow : .cancel)
    }

    package func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { ended(.success(())) }

    package func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) { fail("could not be loaded: \((error as NSError).localizedDescription)") }

    package func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
        fail("did not load to its end: \((error as NSError).localizedDescription)")
    }

    package func webViewWebContentProcessDidTerminate(_ webView: WKWebView) { fail("ended with its web process") }
}
