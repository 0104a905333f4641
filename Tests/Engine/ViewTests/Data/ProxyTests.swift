import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Proxies of data stores.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct ProxyTests {
    let navigations = Navigations()

    private func proxy(_ server: RawServer) -> ProxyConfiguration {
        ProxyConfiguration(httpCONNECTProxy: .hostPort(host: "127.0.0.1", port: .init(rawValue: server.port) ?? .any))
    }

    private func server(titled title: String) throws -> RawServer {
        try RawServer { request, connection in
            connection.head("200 OK", ["Content-Type": "text/html"])
            connection.send("<title>\(title)</title>")
        }
    }

    @Test func `the first load of a store goes through its proxy, and not those of excluded domains`() async throws {
        let (proxied, direct) = (try server(titled: "proxy"), try server(titled: "direct"))
        let view = makeView(Pages(), navigations)
        var configuration = proxy(proxied)
        configuration.excludedDomains = ["127.0.0.1"]
        view.configuration.websiteDataStore.proxyConfigurations = [configuration]
        #expect(view.configuration.websiteDataStore.proxyConfigurations == [configuration])
        await view.open("http://site.example/a?b", navigations)
        #expect(view.title == "proxy" && view.url == URL("http://site.example/a?b"))
        #expect(proxied.requests.first?.line == "GET http://site.example/a?b HTTP/1.1")
        await view.open(direct.origin + "/", navigations)
        #expect(view.title == "direct")
    }

    @Test func `stores have proxies of their own, and none once the list is empty`() async throws {
        let (first, second) = (try server(titled: "first"), try server(titled: "second"))
        let (one, two) = (makeView(Pages(), navigations), makeView(Pages(), navigations))
        one.configuration.websiteDataStore.proxyConfigurations = [proxy(first)]
        await one.open("\(second.origin)/a", navigations)
        #expect(one.title == "first")
        await two.open("\(second.origin)/b", navigations)
        #expect(two.title == "second")
        one.configuration.websiteDataStore.proxyConfigurations = []
        await one.open("\(second.origin)/c", navigations)
        #expect(one.title == "second")
    }

    @Test func `a POST request, which WebKitGTK sends as GET, does not take the store's requests from its proxy`()
        async throws
    {
        let proxied = try server(titled: "proxy")
        let view = makeView(Pages(), navigations)
        view.configuration.websiteDataStore.proxyConfigurations = [proxy(proxied)]
        view.navigationDelegate = navigations
        var request = URLRequest(url: URL("http://site.example/a"))
        request.httpMethod = "POST"
        request.setValue("a=1", forHTTPHeaderField: "Cookie")
        view.load(request)
        await navigations.over()
        #expect(view.title == "proxy")
        await view.open("http://site.example/b", navigations)
        #expect(view.title == "proxy")
        #expect(
            proxied.requests.map(\.line) == [
                "GET http://site.example/a HTTP/1.1", "GET http://site.example/b HTTP/1.1",
            ])
        #expect(proxied.requests.allSatisfy { !$0.headers.keys.contains { $0.hasPrefix("x-swwebview") } })
    }

    @Test func `a proxy without a host is misuse, and changes nothing`() {
        let store = WKWebsiteDataStore.nonPersistent()
        let raised = WKException.recording {
            store.proxyConfigurations = [.init(socksv5Proxy: .hostPort(host: "", port: 1))]
        }
        #expect(raised.map(\.name) == [.invalidArgumentException])
        #expect(store.proxyConfigurations.isEmpty)
    }
}
