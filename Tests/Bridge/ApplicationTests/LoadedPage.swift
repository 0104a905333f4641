import WebKit

/// Shows a page of HTML and waits until it has loaded.
@MainActor
final class LoadedPage: NSObject, WKNavigationDelegate {
    private var loaded: CheckedContinuation<Void, Never>?

    func load(_ html: String, in view: WKWebView) async {
        view.navigationDelegate = self
        view.loadHTMLString(html, baseURL: nil)
        await withCheckedContinuation { loaded = $0 }
    }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
        loaded?.resume()
        loaded = nil
    }
}

/// Keeps the body of the first message.
@MainActor
final class FirstMessage: NSObject, WKScriptMessageHandler {
    private var body: Any?
    private var waiter: CheckedContinuation<Void, Never>?

    func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
        body = message.body
        waiter?.resume()
        waiter = nil
    }

    func received() async -> Any? {
        if body == nil { await withCheckedContinuation { waiter = $0 } }
        return body
    }
}
