import Foundation
import SWWebView
public import WebKit
import WebViewTesting

extension PagePreview: WKNavigationDelegate {
    /// Logs a link's download instead of it, and the page stays.
    public func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
    ) async -> WKNavigationActionPolicy {
        guard navigationAction.shouldPerformDownload else { return .allow }
        note(.preview("The page downloads \(navigationAction.request.url?.absoluteString ?? "a file")"))
        return .cancel
    }

    /// Notes why.
    public func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {
        guard (error as? URLError)?.code != .cancelled, (error as NSError).code != NSURLErrorCancelled else { return }
        note(.preview("The page could not be loaded: \((error as NSError).localizedDescription)", isError: true))
    }

    /// Logs the end of the web process, and abandons the page's questions.
    public func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
        questions.abandon()
        note(.preview("The page's web process has ended. Reload starts another.", isError: true))
        tell(.state)
    }
}

extension PagePreview: WKUIDelegate {
    /// Shows a new window's page in place of the current one.
    public func webView(
        _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
        for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView? {
        if let url = navigationAction.request.url {
            note(.preview("The page opens a window, which is shown here: \(url.absoluteString)"))
            if view.loadForPage(URLRequest(url: url)) == nil {
                note(.preview("A page may not open \(url.absoluteString)", isError: true))
            }
        }
        return nil
    }

    /// Asks those who look.
    public func webView(
        _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async {
        _ = await questions.ask(.alert, message)
    }

    /// Asks those who look.
    public func webView(
        _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async -> Bool {
        await questions.ask(.confirm, message).isConfirmed
    }

    /// Asks those who look.
    public func webView(
        _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
        initiatedByFrame frame: WKFrameInfo
    ) async -> String? {
        let answer = await questions.ask(.prompt, prompt, defaultText: defaultText ?? "")
        return answer.isConfirmed ? answer.text ?? "" : nil
    }
}

extension PagePreview: WKScriptMessageHandler {
    /// Adds a console line or an error of the page to the log, as the hook script posts it.
    public func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) {
        guard let text = message.body as? String, let event = try? PageEvent(message: text),
            let line = ConsoleLine(event)
        else { return }
        note(LogEntry(kind: .console, detail: line.level.rawValue, text: line.text))
    }
}
