import Testing

@testable import WebKit

struct ProxyConfigurationTests {
    @Test func `a proxy has the scheme of its kind, and its port or the usual one`() {
        let host = NWEndpoint.hostPort(host: "proxy.example", port: 3128)
        #expect(ProxyConfiguration(httpCONNECTProxy: host).address == "http://proxy.example:3128")
        #expect(
            ProxyConfiguration(httpCONNECTProxy: host, tlsOptions: .init()).address == "https://proxy.example:3128")
        #expect(
            ProxyConfiguration(socksv5Proxy: .hostPort(host: "::1", port: .any)).address == "socks5://[::1]:1080")
        #expect(
            ProxyConfiguration(httpCONNECTProxy: .url(URL(string: "http://proxy.example:8080/a")!)).address
                == "http://proxy.example:8080")
        #expect(ProxyConfiguration(socksv5Proxy: .hostPort(host: "", port: 1)).address == nil)
    }

    @Test func `a name and a password are percent-encoded`() {
        var proxy = ProxyConfiguration(socksv5Proxy: .hostPort(host: "127.0.0.1", port: 1080))
        proxy.applyCredential(username: "me@home", password: "a:b/c")
        #expect(proxy.address == "socks5://me%40home:a%3Ab%2Fc@127.0.0.1:1080")
    }
}
