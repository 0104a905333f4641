import Foundation
import WebKit

/// The controller of an application with one web view: links, dialogs, messages both ways, and a title that follows the page.
final class WebController: NSObject, WKNavigationDelegate, WKUIDelegate, WKScriptMessageHandler {
    private(set) var webView: WKWebView!
    private var titleObservation: NSKeyValueObservation?

    private(set) var titles: [String] = []
    private(set) var externalLinks: [URL] = []
    private(set) var panels: [String] = []
    private(set) var events: [[String: Any]] = []
    private(set) var lastError: Error?
    var onFinish: (() -> Void)?
    var onEvent: (() -> Void)?

    func loadView() {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        configuration.allowsInlineMediaPlayback = true
        configuration.mediaTypesRequiringUserActionForPlayback = []
        configuration.applicationNameForUserAgent = "PlainHost/1.0"
        configuration.defaultWebpagePreferences.allowsContentJavaScript = true
        configuration.preferences.minimumFontSize = 9
        configuration.processPool = WKProcessPool()

        let contentController = WKUserContentController()
        contentController.add(self, name: "native")
        contentController.addUserScript(
            WKUserScript(
                source: "window.isInApp = true;", injectionTime: .atDocumentStart, forMainFrameOnly: true))
        configuration.userContentController = contentController

        webView = WKWebView(frame: CGRect(x: 0, y: 0, width: 320, height: 480), configuration: configuration)
        webView.navigationDelegate = self
        webView.uiDelegate = self
        webView.allowsBackForwardNavigationGestures = true
        webView.allowsLinkPreview = false
        webView.isInspectable = true
        titleObservation = webView.observe(\.title, options: [.new]) { [weak self] webView, change in
            if let title = webView.title, !title.isEmpty { self?.titles.append(title) }
        }
    }

    func show(_ html: String) {
        webView.loadHTMLString(html, baseURL: URL(string: "https://plain.example/"))
    }

    func callPage(_ function: String, with argument: Any, completion: @escaping (Any?, Error?) -> Void) {
        guard let data = try? JSONSerialization.data(withJSONObject: [argument]),
            let json = String(data: data, encoding: .utf8)
        else { return }
        webView.evaluateJavaScript("\(function).apply(null, \(json))", completionHandler: completion)
    }

    // MARK: - WKScriptMessageHandler

    func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
        guard message.name == "native", message.frameInfo.isMainFrame, let body = message.body as? [String: Any] else {
            return
        }
        events.append(body)
        onEvent?()
    }

    // MARK: - WKNavigationDelegate

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
    ) {
        guard let url = navigationAction.request.url else { return decisionHandler(.cancel) }
        if navigationAction.navigationType == .linkActivated, url.host != "plain.example" {
            externalLinks.append(url)
            onEvent?()
            decisionHandler(.cancel)
        } else {
            decisionHandler(.allow)
        }
    }

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
        decisionHandler: @escaping (WKNavigationResponsePolicy) -> Void
    ) {
        if let response = navigationResponse.response as? HTTPURLResponse, response.statusCode >= 500 {
            decisionHandler(.cancel)
        } else {
            decisionHandler(.allow)
        }
    }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
        onFinish?()
    }

    func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: Error) {
        report(error)
    }

    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: Error
    ) {
        report(error)
    }

    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
        webView.reload()
    }

    private func report(_ error: Error) {
        let error = error as NSError
        if error.domain == NSURLErrorDomain && error.code == NSURLErrorCancelled { return }
        lastError = error
        onFinish?()
    }

    // MARK: - WKUIDelegate

    func webView(
        _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
        for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView? {
        if navigationAction.targetFrame == nil, let url = navigationAction.request.url { externalLinks.append(url) }
        onEvent?()
        return nil
    }

    func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping () -> Void
    ) {
        panels.append("alert: \(message)")
        completionHandler()
    }

    func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping (Bool) -> Void
    ) {
        panels.append("confirm: \(message)")
        completionHandler(true)
    }

    func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping (String?) -> Void
    ) {
        panels.append("prompt: \(prompt)")
        completionHandler(defaultText.map { "\($0)!" })
    }
}
