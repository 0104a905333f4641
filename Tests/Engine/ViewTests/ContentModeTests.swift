import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Layouts for phones and for computers, see ``WKWebpagePreferences/preferredContentMode``.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct ContentModeTests {
    final class Chooser: NSObject, WKNavigationDelegate {
        var mode = WKWebpagePreferences.ContentMode.recommended
        let navigations = Navigations()
        private(set) var effective: [WKWebpagePreferences.ContentMode] = []

        func webView(
            _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
            preferences: WKWebpagePreferences,
            decisionHandler: @escaping @MainActor (WKNavigationActionPolicy, WKWebpagePreferences) -> Void
        ) {
            preferences.preferredContentMode = mode
            decisionHandler(.allow, preferences)
        }

        func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
            effective.append(navigation.effectiveContentMode)
            navigations.webView(webView, didFinish: navigation)
        }
    }

    private let facts =
        "`${navigator.userAgent}|${navigator.platform}|${innerWidth}|${matchMedia('(max-width: 979px)').matches}`"
    private let desktop =
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)|MacIntel|980|false"

    @Test func `the server and the page see the mode of each navigation, from its first request on`() async throws {
        try await LocalServer.with(pages: ["/a": "<p>a<img src=/b>", "/b": "", "/c": "<p>c"]) { server in
            let chooser = Chooser()
            let view = makeView(Pages(), chooser.navigations)
            view.navigationDelegate = chooser
            let usual = try #require(try await view.evaluateJavaScript(facts) as? String)
            chooser.mode = .desktop
            view.load(URLRequest(url: try #require(URL(string: "\(server.origin)/a"))))
            await chooser.navigations.over()
            #expect(try await view.evaluateJavaScript(facts) as? String == desktop)
            let agents = Set(server.received.compactMap { $0.headers["user-agent"] })
            #expect(agents == [String(desktop.prefix { $0 != "|" })])
            chooser.mode = .mobile
            view.load(URLRequest(url: try #require(URL(string: "\(server.origin)/c"))))
            await chooser.navigations.over()
            let mobile = try #require(try await view.evaluateJavaScript(facts) as? String)
            #expect(mobile.contains("iPhone OS") && mobile.hasSuffix("|iPhone|400|true"))
            #expect(server.received.last { $0.path == "/c" }?.headers["user-agent"]?.contains("Mobile/") == true)
            chooser.mode = .recommended
            view.load(URLRequest(url: try #require(URL(string: "\(server.origin)/c"))))
            await chooser.navigations.over()
            #expect(try await view.evaluateJavaScript(facts) as? String == usual)
            #expect(chooser.effective == [.desktop, .mobile, .mobile])
        }
    }

    @Test func `the default preferences set the mode, and a custom user agent stays`() async throws {
        let pages = Pages()
        let navigations = Navigations()
        pages["/"] = "<p>page"
        let view = makeView(pages, navigations) {
            $0.defaultWebpagePreferences.preferredContentMode = .desktop
            $0.applicationNameForUserAgent = "App/2"
        }
        await view.open("app://host/", navigations)
        let agent = try await view.evaluateJavaScript("navigator.userAgent") as? String
        #expect(
            agent == "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) App/2")
        view.customUserAgent = "Mine/1.0"
        view.reload()
        await navigations.over()
        #expect(try await view.evaluateJavaScript("navigator.userAgent") as? String == "Mine/1.0")
        #expect(try await view.evaluateJavaScript("innerWidth") as? Int == 980)
    }
}
