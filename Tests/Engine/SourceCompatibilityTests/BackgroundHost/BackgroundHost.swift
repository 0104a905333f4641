import Foundation
import WebKit

/// An application that looks everything up on a queue of its own, and answers from there.
final class BackgroundHost: NSObject, WKNavigationDelegate, WKUIDelegate, WKURLSchemeHandler, WKDownloadDelegate,
    WKScriptMessageHandlerWithReply
{
    private let queue = DispatchQueue(label: "background")
    private let folder: URL
    var onFinish: (() -> Void)?
    var onDownload: (() -> Void)?

    init(folder: URL) { self.folder = folder }

    func makeWebView() -> WKWebView {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        configuration.setURLSchemeHandler(self, forURLScheme: "app")
        configuration.userContentController.addScriptMessageHandler(self, contentWorld: .page, name: "native")
        let webView = WKWebView(frame: .zero, configuration: configuration)
        webView.navigationDelegate = self
        webView.uiDelegate = self
        return webView
    }

    func webView(_ webView: WKWebView, start urlSchemeTask: WKURLSchemeTask) {
        queue.async {
            guard let url = urlSchemeTask.request.url else { return }
            let text = url.path == "/data" ? "data" : "<title>Background</title><input type=file>"
            let type = url.path == "/data" ? "text/plain" : "text/html"
            urlSchemeTask.didReceive(
                URLResponse(url: url, mimeType: type, expectedContentLength: text.utf8.count, textEncodingName: "utf-8")
            )
            urlSchemeTask.didReceive(Data(text.utf8))
            urlSchemeTask.didFinish()
        }
    }

    func webView(_ webView: WKWebView, stop urlSchemeTask: WKURLSchemeTask) {}

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
    ) {
        let policy: WKNavigationActionPolicy = navigationAction.request.url?.path == "/file" ? .download : .allow
        queue.async { decisionHandler(policy) }
    }

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
        decisionHandler: @escaping (WKNavigationResponsePolicy) -> Void
    ) { queue.async { decisionHandler(.allow) } }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { onFinish?() }

    func webView(_ webView: WKWebView, navigationAction: WKNavigationAction, didBecome download: WKDownload) {
        download.delegate = self
    }

    func download(
        _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String,
        completionHandler: @escaping (URL?) -> Void
    ) {
        let file = folder.appendingPathComponent("saved")
        queue.async { completionHandler(file) }
    }

    func downloadDidFinish(_ download: WKDownload) { onDownload?() }

    func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
        completionHandler: @escaping () -> Void
    ) { queue.async { completionHandler() } }

    func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping (Bool) -> Void
    ) { queue.async { completionHandler(true) } }

    func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping (String?) -> Void
    ) { queue.async { completionHandler(defaultText.map { "\($0)!" }) } }

    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
        replyHandler: @escaping (Any?, String?) -> Void
    ) {
        let body = message.body as? String
        queue.async {
            if let body { replyHandler(["echo": body], nil) } else { replyHandler(nil, "not a text") }
        }
    }
}
