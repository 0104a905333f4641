import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Completion handlers that a delegate releases without a call.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct UnansweredTests {
    let pages = Pages()
    let navigations = Navigations()

    /// Keeps every handler, until a test drops it.
    final class Silent: NSObject, WKNavigationDelegate, WKUIDelegate {
        private var kept: Any?
        private var asked = AsyncStream.makeStream(of: Void.self)
        /// Whether actions are allowed, so that their responses can be asked about.
        var allowsActions = false

        /// Waits for the next question, and returns the reasons of the exceptions that its end without an answer raises.
        func drop() async -> [String] {
            var questions = asked.stream.makeAsyncIterator()
            await questions.next()
            return WKException.recording { kept = nil }.map(\.reason)
        }

        private func keep(_ handler: Any) {
            kept = handler
            asked.continuation.yield()
        }

        func webView(
            _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
            decisionHandler: @escaping @MainActor (WKNavigationActionPolicy) -> Void
        ) { if allowsActions { decisionHandler(.allow) } else { keep(decisionHandler) } }

        func webView(
            _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse,
            decisionHandler: @escaping @MainActor (WKNavigationResponsePolicy) -> Void
        ) { keep(decisionHandler) }

        func webView(
            _ webView: WKWebView, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @MainActor (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) { keep(completionHandler) }

        func webView(
            _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String,
            initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor () -> Void
        ) { keep(completionHandler) }

        func webView(
            _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String,
            initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor (Bool) -> Void
        ) { keep(completionHandler) }

        func webView(
            _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
            initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor (String?) -> Void
        ) { keep(completionHandler) }

        func webView(
            _ webView: WKWebView, runOpenPanelWith parameters: WKOpenPanelParameters,
            initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor ([URL]?) -> Void
        ) { keep(completionHandler) }
    }

    private func reason(_ selector: String) -> [String] {
        ["Completion handler passed to -[ViewTests.UnansweredTests.Silent \(selector)] was not called"]
    }

    @Test func `policy decisions and challenges that are dropped raise an exception`() async throws {
        let answer = LocalServer.Answer(status: 401, headers: ["WWW-Authenticate": "Basic realm=\"x\""])
        try await LocalServer.with({ _ in answer }) { server in
            let view = makeView(pages, navigations)
            let silent = Silent()
            view.navigationDelegate = silent
            let request = URLRequest(url: try #require(URL(string: server.origin + "/")))
            view.load(request)
            #expect(await silent.drop() == reason("webView:decidePolicyForNavigationAction:decisionHandler:"))
            silent.allowsActions = true
            view.load(request)
            #expect(await silent.drop() == reason("webView:didReceiveAuthenticationChallenge:completionHandler:"))
            pages["/"] = "page"
            view.load(URLRequest(url: URL("app://host/")))
            #expect(await silent.drop() == reason("webView:decidePolicyForNavigationResponse:decisionHandler:"))
            #expect(view.title ?? "" == "")
        }
    }

    @Test func `panels that are dropped raise an exception, and the page goes on as if dismissed`() async throws {
        pages["/"] = "<title>page</title><input type=file>"
        let view = makeView(pages, navigations)
        let silent = Silent()
        view.uiDelegate = silent
        await view.open("app://host/", navigations)
        let rows = [
            ("alert(1)", "undefined", "runJavaScriptAlertPanelWithMessage:initiatedByFrame"),
            ("confirm(1)", "false", "runJavaScriptConfirmPanelWithMessage:initiatedByFrame"),
            ("prompt(1)", "null", "runJavaScriptTextInputPanelWithPrompt:defaultText:initiatedByFrame"),
        ]
        for (script, expected, method) in rows {
            let result = Task { try await view.evaluateJavaScript("String(\(script))") as? String }
            #expect(await silent.drop() == reason("webView:\(method):completionHandler:"))
            #expect(try await result.value == expected)
        }
        let cancelled = Task {
            try await view.call(
                """
                const input = document.querySelector("input");
                const end = new Promise((resolve) => input.addEventListener("cancel", resolve, { once: true }));
                input.click();
                return (await end).type;
                """) as? String
        }
        #expect(
            await silent.drop() == reason("webView:runOpenPanelWithParameters:initiatedByFrame:completionHandler:"))
        #expect(try await cancelled.value == "cancel")
    }
}
