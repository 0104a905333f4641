import Testing

@testable import SWWebView

/// Content security policies of servers, as pages under sw:// get them.
struct ContentSecurityPolicyMappingTests {
    static func map(_ policy: String) -> String {
        var addresses = Addresses()
        addresses.permittedDomains = ["app.example", "cdn.example:8443"]
        return ContentSecurityPolicyMapping(
            addresses: addresses, origin: "sw://app.example", paths: ["/___events___", "/___client___"],
            scriptPaths: ["/___runtime___"]
        ).map(policy)
    }

    @Test(arguments: [
        ("img-src https://app.example", "img-src https://app.example sw://app.example"),
        ("img-src https://cdn.example:8443/a/", "img-src https://cdn.example:8443/a/ sw://cdn.example:8443/a/"),
        ("img-src https://other.example", "img-src https://other.example"),
        ("script-src https:", "script-src https: sw:"),
        ("script-src 'nonce-abc' 'self' *", "script-src 'nonce-abc' 'self' *"),
        ("style-src other.example", "style-src other.example https://other.example http://other.example"),
        ("img-src data: blob:", "img-src data: blob:"),
        ("sandbox allow-scripts; report-uri /r", "sandbox allow-scripts; report-uri /r"),
    ])
    func `an https source of a permitted host also allows sw, and a bare host https and http`(
        _ policy: String, _ expected: String
    ) {
        #expect(Self.map(policy) == expected)
    }

    @Test func `a policy that blocks the bridge gets its paths in connect-src and script-src`() {
        let paths = "sw://app.example/___events___ sw://app.example/___client___"
        #expect(Self.map("connect-src 'none'") == "connect-src \(paths) \(Self.dead)")
        #expect(Self.map("connect-src 'self'") == "connect-src 'self' \(Self.dead)")
        let script = "script-src sw://app.example/___runtime___"
        #expect(Self.map("default-src 'none'") == "default-src 'none'; connect-src \(paths) \(Self.dead); \(script)")
        #expect(
            Self.map("default-src 'none'; connect-src 'self'")
                == "default-src 'none'; \(script); connect-src 'self' \(Self.dead)")
        #expect(
            Self.map("default-src 'self'; script-src 'none'")
                == "default-src 'self'; connect-src 'self' \(Self.dead); \(script)")
        #expect(Self.map("default-src 'self'") == "default-src 'self'; connect-src 'self' \(Self.dead)")
    }

    @Test(arguments: [
        ("connect-src 'self'", "connect-src 'self' ws://127.0.0.1:80 \(dead)"),
        ("connect-src wss://app.example", "connect-src wss://app.example \(reached) ws://127.0.0.1:80 \(dead)"),
        ("connect-src wss://other.example", "connect-src wss://other.example \(reached) \(dead)"),
        ("connect-src 'none'", "connect-src \(reached) \(dead)"),
        ("default-src 'self'", "default-src 'self'; connect-src 'self' ws://127.0.0.1:80 \(dead)"),
        ("default-src 'self'; connect-src 'none'", "default-src 'self'; connect-src \(reached) \(dead)"),
    ])
    func `a policy that allows connections to its own host allows its socket server, too`(
        _ policy: String, _ expected: String
    ) {
        let mapping = ContentSecurityPolicyMapping(
            addresses: Addresses(), origin: "sw://app.example", paths: ["/___events___"],
            sockets: "ws://127.0.0.1:80")
        #expect(mapping.map(policy) == expected)
    }

    private static let dead = SocketAddress.unreachable
    private static let reached = "sw://app.example/___events___"

    @Test func `each policy of a list with commas is mapped`() {
        #expect(Self.map("img-src https:, img-src http:") == "img-src https: sw:,img-src http: sw:")
    }
}
