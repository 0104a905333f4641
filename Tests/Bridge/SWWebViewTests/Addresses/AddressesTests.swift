import Foundation
import Testing
import URLInterception

@testable import SWWebView

struct AddressesTests {
    static func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    static func addresses(_ domains: String...) -> Addresses {
        var addresses = Addresses()
        addresses.permittedDomains = domains
        return addresses
    }

    @Test(arguments: [
        ("app.example", "https://app.example/", true),
        ("app.example", "https://app.example:8443/x", true),
        ("app.example", "https://APP.Example/", true),
        ("App.Example", "https://app.example/", true),
        ("app.example", "https://app.example.evil.test/", false),
        ("app.example", "https://sub.app.example/", false),
        ("app.example", "https://evil.test/app.example", false),
        ("app.example", "https://app.example@evil.test/", false),
        ("app.example", "https://user:word@app.example/", true),
        ("app.example:8443", "https://app.example:8443/", true),
        ("app.example:8443", "https://app.example/", false),
        ("app.example:8443", "https://app.example:8444/", false),
        ("127.0.0.1", "http://127.0.0.1:80/", true),
        ("", "file:///tmp/x", false),
        ("app.example", "about:blank", false),
        ("app.example", "mailto:a@app.example", false),
        ("app.example", "data:text/plain,app.example", false),
    ])
    func `an address is permitted by its host, and by its port if the permitted domain has one`(
        _ domain: String, _ address: String, _ isPermitted: Bool
    ) throws {
        #expect(Self.addresses(domain).isPermitted(try Self.url(address)) == isPermitted)
    }

    @Test func `no address is permitted by default`() throws {
        #expect(!Addresses().isPermitted(try Self.url("https://app.example/")))
    }

    @Test(arguments: [
        ("https://app.example/", "sw://app.example/"),
        ("http://app.example:81/a%20b/?q=1&r=%2F#part", "sw://app.example:81/a%20b/?q=1&r=%2F#part"),
        ("HTTPS://app.example", "sw://app.example"),
        ("https://user:word@app.example/", "sw://user:word@app.example/"),
        ("https://other.example/", "https://other.example/"),
        ("ftp://app.example/", "ftp://app.example/"),
        ("ws://app.example/", "ws://app.example/"),
        ("sw://app.example/", "sw://app.example/"),
    ])
    func `only http and https addresses of permitted domains become addresses under sw`(
        _ external: String, _ expected: String
    ) throws {
        var addresses = Self.addresses("app.example")
        #expect(addresses.internalURL(for: try Self.url(external), remembering: true).absoluteString == expected)
    }

    @Test(arguments: [
        "https://app.example/", "http://app.example/a?b#c", "https://app.example:8443/x", "http://app.example:81",
        "http://127.0.0.1:4000/", "http://[::1]:4000/a", "https://[::1]/",
    ])
    func `an address of a permitted domain is the same after it was mapped to sw and back`(_ address: String) throws {
        var addresses = Self.addresses("app.example", "127.0.0.1", "::1", "[::1]")
        let inside = addresses.internalURL(for: try Self.url(address), remembering: true)
        #expect(inside.scheme == "sw")
        #expect(addresses.externalURL(for: inside).absoluteString == address)
        #expect(addresses.networkURL(for: inside)?.absoluteString == address)
    }

    @Test func `the scheme of an address is remembered for its own host and port only`() throws {
        var addresses = Self.addresses("app.example")
        _ = addresses.internalURL(for: try Self.url("http://app.example:81/"), remembering: true)
        #expect(
            addresses.externalURL(for: try Self.url("sw://app.example:81/x")).absoluteString
                == "http://app.example:81/x")
        #expect(addresses.externalURL(for: try Self.url("sw://APP.example:81/x")).scheme == "http")
        #expect(
            addresses.externalURL(for: try Self.url("sw://app.example/x")).absoluteString == "https://app.example/x")
        _ = addresses.internalURL(for: try Self.url("https://app.example:81/"), remembering: true)
        #expect(addresses.externalURL(for: try Self.url("sw://app.example:81/x")).scheme == "https")
    }

    @Test func `an http address that is mapped without remembering comes back as https`() throws {
        var addresses = Self.addresses("app.example")
        let inside = addresses.internalURL(for: try Self.url("http://app.example/"), remembering: false)
        #expect(inside.absoluteString == "sw://app.example/")
        #expect(addresses.externalURL(for: inside).scheme == "https")
    }

    @Test(arguments: [
        ("sw://localhost/", "http"), ("sw://localhost:4000/", "http"), ("sw://127.0.0.1/", "http"),
        ("sw://[::1]/", "http"),
        ("sw://LOCALHOST/", "http"), ("sw://app.example/", "https"),
    ])
    func `a loopback host of unknown scheme is reached over http, and another host over https`(
        _ address: String, _ scheme: String
    ) throws {
        let addresses = Self.addresses("localhost", "127.0.0.1", "::1", "[::1]", "app.example")
        #expect(addresses.networkURL(for: try Self.url(address))?.scheme == scheme)
    }

    @Test func `an sw address that is not permitted stays as it is and has no network address`() throws {
        let addresses = Self.addresses("app.example")
        let foreign = try Self.url("sw://other.example/")
        #expect(addresses.externalURL(for: foreign) == foreign)
        #expect(addresses.networkURL(for: foreign) == nil)
    }

    @Test func `an address of a domain that is no longer permitted maps back, and is not mapped again`() throws {
        var addresses = Self.addresses("app.example")
        let inside = addresses.internalURL(for: try Self.url("http://app.example/"), remembering: true)
        addresses.permittedDomains = []
        #expect(addresses.externalURL(for: inside).scheme == "http")
        #expect(addresses.internalURL(for: try Self.url("http://app.example/"), remembering: true).scheme == "http")
    }

    @Test(arguments: [
        ("sw://app.example/x", "app.example"), ("sw://App.Example:81", "app.example:81"),
        ("sw://[::1]:81/", "[::1]:81"),
        ("sw://user@app.example/", "app.example"), ("about:blank", ""),
    ])
    func `the authority of an address is its lowercase host and port, without the user`(
        _ address: String, _ authority: String
    ) throws {
        #expect(Addresses.authority(of: try Self.url(address)) == authority)
    }

    @Test(arguments: [
        ("https://app.example/x?y#z", "sw://app.example/x?y#z"), ("http://app.example/", "sw://app.example/"),
        ("https://app.example:8443/", "https://app.example:8443/"),
        ("https://ported.example:8443/", "sw://ported.example:8443/"),
        ("https://ported.example/", "https://ported.example/"), ("https://both.example/", "https://both.example/"),
        ("https://permitted.example/", "sw://permitted.example/"), ("https://other.example/", "https://other.example/"),
    ])
    func `an http(s) address of a host that is mapped under sw is loaded there, unless it is mapped itself`(
        asked: String, loaded: String
    ) throws {
        var addresses = Self.addresses("permitted.example")
        addresses.mapped = try OriginMap([
            "sw://app.example=http://127.0.0.1:1", "sw://ported.example:8443=http://127.0.0.1:1",
            "sw://both.example=http://127.0.0.1:1", "https://both.example=http://127.0.0.1:1",
        ])
        #expect(addresses.internalURL(for: try Self.url(asked), remembering: false).absoluteString == loaded)
        #expect(addresses.externalURL(for: try Self.url("sw://app.example/")).absoluteString == "sw://app.example/")
        #expect(addresses.bridgedHosts == ["permitted.example", "app.example", "ported.example:8443"])
    }
}
