import Foundation
import WebKit

/// A view of a component: scripts before and after the content, `ReactNativeWebView.postMessage`, and decisions that are asked
/// elsewhere and answered later.
final class MessagingWebView: NSObject, WKScriptMessageHandler, WKNavigationDelegate {
    var injectedJavaScriptBeforeContentLoaded = ""
    var injectedJavaScript = ""
    var onMessage: ((String) -> Void)?
    var onLoadEnd: (() -> Void)?
    var onLoadProgress: ((Double) -> Void)?
    var onShouldStartLoadWithRequest: ((URLRequest, @escaping (Bool) -> Void) -> Void)?

    private(set) var webView: WKWebView?
    private var progressObservation: NSKeyValueObservation?

    func prepare() {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = WKWebsiteDataStore.nonPersistent()
        configuration.userContentController = WKUserContentController()
        resetScripts(configuration.userContentController)
        let webView = WKWebView(frame: CGRect(x: 0, y: 0, width: 100, height: 100), configuration: configuration)
        webView.navigationDelegate = self
        webView.customUserAgent = "MessagingWebView"
        webView.pageZoom = 1
        progressObservation = webView.observe(\.estimatedProgress, options: .new) { [weak self] _, change in
            if let progress = change.newValue { self?.onLoadProgress?(progress) }
        }
        self.webView = webView
    }

    private func resetScripts(_ controller: WKUserContentController) {
        controller.removeAllUserScripts()
        controller.removeScriptMessageHandler(forName: "ReactNativeWebView")
        controller.add(self, name: "ReactNativeWebView")
        let bridge = """
            window.ReactNativeWebView = window.ReactNativeWebView || {};
            window.ReactNativeWebView.postMessage = (data) => {
                window.webkit.messageHandlers.ReactNativeWebView.postMessage(String(data));
            };
            """
        controller.addUserScript(
            WKUserScript(source: bridge, injectionTime: .atDocumentStart, forMainFrameOnly: true))
        controller.addUserScript(
            WKUserScript(
                source: injectedJavaScriptBeforeContentLoaded, injectionTime: .atDocumentStart, forMainFrameOnly: true))
        controller.addUserScript(
            WKUserScript(source: injectedJavaScript, injectionTime: .atDocumentEnd, forMainFrameOnly: true))
    }

    func injectJavaScript(_ script: String) {
        webView?.evaluateJavaScript(script) { result, error in
            if error != nil { print("Error evaluating injectedJavaScript: \(String(describing: error))") }
        }
    }

    func postMessage(_ message: String) {
        let data = try? JSONSerialization.data(withJSONObject: ["data": message])
        let json = data.flatMap { String(data: $0, encoding: .utf8) } ?? "{}"
        injectJavaScript("window.dispatchEvent(new MessageEvent('message', \(json)));")
    }

    func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
        onMessage?(message.body as? String ?? "")
    }

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
    ) {
        let isTopFrame = navigationAction.targetFrame?.isMainFrame ?? false
        guard isTopFrame, let decide = onShouldStartLoadWithRequest else { return decisionHandler(.allow) }
        decide(navigationAction.request) { isAllowed in decisionHandler(isAllowed ? .allow : .cancel) }
    }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { onLoadEnd?() }

    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation?, withError error: Error
    ) { onLoadEnd?() }
}
