import Testing

@testable import WebKit

@MainActor
struct WKSecurityOriginTests {
    struct Parts: Equatable {
        let scheme: String, host: String
        var port = 0
    }

    @Test(arguments: [
        ("https://Example.com/a", Parts(scheme: "https", host: "example.com")),
        ("https://example.com:443/", Parts(scheme: "https", host: "example.com")),
        ("http://example.com:8080/", Parts(scheme: "http", host: "example.com", port: 8080)),
        ("http://example.com:443/", Parts(scheme: "http", host: "example.com", port: 443)),
        ("sw://app.localhost/x", Parts(scheme: "sw", host: "app.localhost")),
        ("sw://host:123/x", Parts(scheme: "sw", host: "host", port: 123)),
        ("file:///tmp/x.html", Parts(scheme: "file", host: "")),
        ("blob:https://example.com:444/1-2", Parts(scheme: "https", host: "example.com", port: 444)),
        ("about:blank", Parts(scheme: "", host: "")),
        ("data:text/html,x", Parts(scheme: "", host: "")),
        ("null", Parts(scheme: "", host: "")),
    ])
    func `an origin has the scheme, the host and the unusual port of its URL`(_ url: String, _ parts: Parts) {
        let origin = WKSecurityOrigin(url: URL(string: url))
        #expect(Parts(scheme: origin.protocol, host: origin.host, port: origin.port) == parts)
    }

    @Test func `a frame has the origin of its request`() throws {
        let url = try #require(URL(string: "sw://app.example:99/"))
        let view = WKWebView()
        let frame = WKFrameInfo(isMainFrame: false, request: URLRequest(url: url), webView: view)
        #expect(frame.securityOrigin.host == "app.example" && frame.securityOrigin.port == 99)
        #expect(frame.webView === view && !frame.isMainFrame)
        #expect(frame.copy() as? WKFrameInfo === frame)
        #expect(WKFrameInfo().request.url == nil)
    }
}
