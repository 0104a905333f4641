import Foundation
import ScriptTools
import WebKit

extension PageRun: WKNavigationDelegate {
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor (WKNavigationActionPolicy) -> Void
    ) {
        let policy = downloads.policy(for: navigationAction)
        guard let coverage, policy == .allow else { return decisionHandler(policy) }
        // The web process runs now, and no script does.
        Task {
            await coverage.attach(to: webView)
            decisionHandler(policy)
        }
    }

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
        decisionHandler: @escaping @MainActor (WKNavigationResponsePolicy) -> Void
    ) {
        if navigationResponse.isForMainFrame, let http = navigationResponse.response as? HTTPURLResponse,
            http.url == address, let problem = Self.problem(of: http)
        {
            feed(.loadFailed(message: problem))
            return decisionHandler(.cancel)
        }
        let policy = downloads.policy(for: navigationResponse)
        // Without a document, nobody could read the file.
        decisionHandler(policy == .download && !hasDocument ? .cancel : policy)
    }

    func webView(_ webView: WKWebView, navigationAction: WKNavigationAction, didBecome download: WKDownload) {
        downloads.add(download)
    }

    func webView(_ webView: WKWebView, navigationResponse: WKNavigationResponse, didBecome download: WKDownload) {
        downloads.add(download)
    }

    /// Returns why a response is no page; nil where it may be one.
    private static func problem(of response: HTTPURLResponse) -> String? {
        if response.statusCode >= 400 { return "The page was answered with status \(response.statusCode)" }
        // Servers have many types for TypeScript.
        guard let name = response.url?.lastPathComponent, let type = response.mimeType,
            type.contains("javascript") || ScriptProject.needsCompiler(name) && !type.contains("html")
        else { return nil }
        return """
            \(name) is a script, not a page. Name the script's file in place of its address: files of scripts get a page of \
            their own.
            """
    }

    /// Shows a view that starts hidden. WebKit draws nothing from here to the first picture of the document.
    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {
        if startsHidden, !hasDocument { webView.setShown(true) }
    }

    /// A server may send the page's first request on: where that ends is the page.
    func webView(_ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation!) {
        if !hasDocument { address = webView.url }
    }

    func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {
        documentHasArrived()
        guard let url = webView.url, let address, url.textWithoutFragment != address.textWithoutFragment, !isComplete
        else {
            return
        }
        feed(.navigatedAway(url: url.absoluteString))
    }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
        guard !isComplete else { return }
        options.page.har?.loaded()
        feed(.loadFinished)
    }

    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {
        guard !isComplete else { return }
        let error = error as NSError
        guard hasDocument else { return feed(.loadFailed(message: error.localizedDescription)) }
        // The answer became a download, or has no document.
        if error.domain == WebKitErrorDomain, error.code == WebKitErrorFrameLoadInterruptedByPolicyChange { return }
        // The document stays, and its tests go on.
        let address = (error.userInfo[NSURLErrorFailingURLErrorKey] as? URL)?.absoluteString ?? "A navigation"
        feed(.resourceFailed(address: address, reason: error.localizedDescription))
    }

    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
        if !isComplete { feed(.processTerminated) }
    }
}
