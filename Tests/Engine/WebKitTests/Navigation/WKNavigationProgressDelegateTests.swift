import Testing

@testable import WebKit

/// Applications write the navigation of a callback in three ways, which are one in Objective-C.
@MainActor
struct WKNavigationProgressDelegateTests {
    class Log: NSObject {
        var calls: [String] = []
    }

    final class Unwrapped: Log, WKNavigationDelegate {
        func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { calls.append("finish") }
        func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
            calls.append("fail")
        }
    }

    final class Optional: Log, WKNavigationDelegate {
        func webView(_ webView: WKWebView, didFinish navigation: WKNavigation?) { calls.append("finish") }
        func webView(_ webView: WKWebView, didFail navigation: WKNavigation?, withError error: any Error) {
            calls.append("fail")
        }
    }

    final class NonOptional: Log, WKNavigationDelegate {
        func webView(_ webView: WKWebView, didFinish navigation: WKNavigation) { calls.append("finish") }
        func webView(_ webView: WKWebView, didFail navigation: WKNavigation, withError error: any Error) {
            calls.append("fail")
        }
    }

    @Test func `a callback with any spelling of its navigation is called once`() {
        let view = WKWebView()
        let navigation = WKNavigation()
        for delegate in [Unwrapped(), Optional(), NonOptional()] as [any WKNavigationDelegate & Log] {
            let caller: any WKNavigationDelegate = delegate
            caller.webView(view, didStartProvisionalNavigation: navigation)
            caller.webView(view, didCommit: navigation)
            caller.webView(view, didFinish: navigation)
            caller.webView(view, didFail: navigation, withError: WKError(.unknown))
            #expect(delegate.calls == ["finish", "fail"])
        }
    }

    @Test func `a call on the class itself reaches its method in every spelling`() {
        let view = WKWebView()
        let delegates = (Unwrapped(), Optional(), NonOptional())
        delegates.0.webView(view, didFinish: WKNavigation())
        delegates.1.webView(view, didFinish: WKNavigation())
        delegates.2.webView(view, didFinish: WKNavigation())
        #expect([delegates.0.calls, delegates.1.calls, delegates.2.calls] == [["finish"], ["finish"], ["finish"]])
    }
}
