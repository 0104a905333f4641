import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

// Both use `ScriptedServer`, which the tests share.
extension NetworkInterceptionTests {
    /// Navigations to HTTP addresses, see ``WKWebpagePreferences/preferredHTTPSNavigationPolicy``. The proxy refuses each connection over
    /// HTTPS, unless a test says otherwise.
    @MainActor @Suite(.serialized, .hangLimit(minutes: 1))
    struct HTTPSUpgradeTests {
        typealias Policy = WKWebpagePreferences.UpgradeToHTTPSPolicy
        let navigations = Navigations()
        let proxy: RawServer

        init() throws {
            proxy = try RawServer { request, connection in
                guard !request.line.hasPrefix("CONNECT") else { return connection.reset() }
                connection.head("200 OK", ["Content-Type": "text/html"])
                connection.send("<title>plain</title><a id=other href=http://other.example/>other</a>")
            }
        }

        private var lines: [String] { proxy.requests.map { $0.line.replacing(" HTTP/1.1", with: "") } }

        private func makeView(_ policy: Policy) -> WKWebView {
            let view = ViewTestSupport.makeView(Pages(), navigations) {
                $0.defaultWebpagePreferences.preferredHTTPSNavigationPolicy = policy
            }
            let endpoint = NWEndpoint.hostPort(host: "127.0.0.1", port: .init(rawValue: proxy.port) ?? .any)
            view.configuration.websiteDataStore.proxyConfigurations = [ProxyConfiguration(httpCONNECTProxy: endpoint)]
            return view
        }

        @Test func `an address is kept as requested by default`() async throws {
            let view = makeView(.keepAsRequested)
            await view.open("http://site.example/a", navigations)
            #expect(view.title == "plain" && lines == ["GET http://site.example/a"])
        }

        @Test func `the automatic fallback tries HTTPS, then HTTP, and is one navigation`() async throws {
            let view = makeView(.automaticFallbackToHTTP)
            let navigation = view.load(URLRequest(url: URL("http://site.example/a?b")))
            await navigations.over()
            #expect(view.title == "plain" && view.url == URL("http://site.example/a?b"))
            #expect(lines.first == "CONNECT site.example:443" && lines.last == "GET http://site.example/a?b")
            #expect(
                navigations.log == ["action main http://site.example/a?b", "start", "response 200", "commit", "finish"])
            #expect(navigations.navigations.allSatisfy { $0 === navigation })
            try await view.evaluateJavaScript("document.querySelector('#other').click()")
            await navigations.over()
            #expect(lines.contains("CONNECT other.example:443") && lines.last == "GET http://other.example/")
        }

        @Test func `an error on failure ends the navigation, and nothing is sent over HTTP`() async throws {
            let view = makeView(.errorOnFailure)
            await view.open("http://site.example/", navigations)
            #expect(navigations.log == ["action main http://site.example/", "start", "failProvisional"])
            #expect(navigations.error?.domain == NSURLErrorDomain)
            #expect(!lines.isEmpty && lines.allSatisfy { $0 == "CONNECT site.example:443" })
        }

        @Test func `the page that warns leads to HTTP only by its link`() async throws {
            let view = makeView(.userMediatedFallbackToHTTP)
            await view.open("http://site.example/x?a&b", navigations)
            #expect(navigations.error?.domain == NSURLErrorDomain)
            await navigations.over()
            #expect(view.title == "This Connection Is Not Secure")
            #expect(lines.allSatisfy { $0 == "CONNECT site.example:443" })
            try await view.evaluateJavaScript("document.querySelector('#continue').click()")
            await navigations.over()
            #expect(view.title == "plain" && lines.last == "GET http://site.example/x?a&b")
            await view.open("http://other.example/", navigations)
            #expect(lines.last == "CONNECT other.example:443")
        }

        @Test func `an error on failure also ends navigations within a site that is shown over HTTP`() async throws {
            let view = makeView(.keepAsRequested)
            await view.open("http://site.example/", navigations)
            view.configuration.defaultWebpagePreferences.preferredHTTPSNavigationPolicy = .errorOnFailure
            try await view.evaluateJavaScript("void (location = '/b')")
            await navigations.over()
            #expect(navigations.log.last == "failProvisional" && lines.last == "CONNECT site.example:443")
            try await view.evaluateJavaScript(
                "document.body.innerHTML = '<form method=post action=/c></form>'; document.querySelector('form').submit()"
            )
            await navigations.over()
            #expect(navigations.error?.code == NSURLErrorAppTransportSecurityRequiresSecureConnection)
            #expect(lines.count { $0.hasPrefix("GET") || $0.hasPrefix("POST") } == 1)
        }

        @Test func `a redirect to HTTP is upgraded, too, or fails`() async throws {
            ScriptedServer.reset()
            ScriptedServer.answer("/", "", status: 302, headers: ["Location": "http://fake.example/next"])
            ScriptedServer.answer("/next", "<title>secure</title>")
            let view = interceptedView(.errorOnFailure)
            let navigation = view.load(URLRequest(url: URL("https://fake.example/")))
            await navigations.over()
            #expect(view.title == "secure" && navigations.navigations.allSatisfy { $0 === navigation })
            #expect(ScriptedServer.asked.map(\.url.scheme) == ["https", "https"])
            #expect(navigations.log.count { $0 == "start" } == 1)
        }

        private func interceptedView(_ policy: Policy) -> WKWebView {
            let configuration = WKWebViewConfiguration()
            configuration.websiteDataStore = .nonPersistent()
            configuration.interceptsNetwork = true
            configuration.protocolClasses = [ScriptedServer.self]
            configuration.defaultWebpagePreferences.preferredHTTPSNavigationPolicy = policy
            let view = WKWebView(frame: .zero, configuration: configuration)
            view.navigationDelegate = navigations
            return view
        }

        @Test func `a delegate decides for each navigation`() async throws {
            let view = makeView(.keepAsRequested)
            let chooser = PreferenceChooser { $0.preferredHTTPSNavigationPolicy = .errorOnFailure }
            view.navigationDelegate = chooser
            view.load(URLRequest(url: URL("http://site.example/")))
            await chooser.navigations.over()
            #expect(chooser.navigations.log == ["start", "failProvisional"])
        }

        @Test func `a site that has HTTPS is loaded over it, and this machine stays as it is`() async throws {
            ScriptedServer.reset()
            ScriptedServer.answer("/", "<title>secure</title>")
            let view = interceptedView(.errorOnFailure)
            await view.open("http://fake.example/", navigations)
            #expect(view.title == "secure" && view.url == URL("https://fake.example/"))
            #expect(ScriptedServer.asked.map(\.url) == [URL("https://fake.example/")])
            let own = ViewTestSupport.makeView(Pages(), navigations) {
                $0.defaultWebpagePreferences.preferredHTTPSNavigationPolicy = .errorOnFailure
            }
            await own.open("\(proxy.origin)/", navigations)
            #expect(own.title == "plain")
        }
    }
}

/// A delegate that changes the preferences of each navigation.
@MainActor
final class PreferenceChooser: NSObject, WKNavigationDelegate {
    let navigations = Navigations()
    var change: @MainActor (WKWebpagePreferences) -> Void

    init(_ change: @escaping @MainActor (WKWebpagePreferences) -> Void) { self.change = change }

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction, preferences: WKWebpagePreferences,
        decisionHandler: @escaping @MainActor (WKNavigationActionPolicy, WKWebpagePreferences) -> Void
    ) {
        change(preferences)
        decisionHandler(.allow, preferences)
    }

    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {
        navigations.webView(webView, didStartProvisionalNavigation: navigation)
    }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
        navigations.webView(webView, didFinish: navigation)
    }

    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {
        navigations.webView(webView, didFailProvisionalNavigation: navigation, withError: error)
    }

    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
        navigations.webViewWebContentProcessDidTerminate(webView)
    }
}
