import Foundation
import Testing
import WebKit

@testable import SWWebView

@MainActor
struct HeaderMappingTests {
    let addresses: Addresses

    init() throws {
        var addresses = Addresses()
        addresses.permittedDomains = ["app.example", "127.0.0.1", "::1", "[::1]"]
        _ = addresses.internalURL(for: try #require(URL(string: "http://app.example:81/")), remembering: true)
        self.addresses = addresses
    }

    @Test(arguments: [
        ("sw://app.example:81", "http://app.example:81"),
        ("sw://app.example", "https://app.example"),
        ("sw://127.0.0.1:4000", "http://127.0.0.1:4000"),
        ("sw://[::1]:4000", "http://[::1]:4000"),
        ("sw://other.example", "sw://other.example"),
        ("https://other.example", "https://other.example"),
        ("null", "null"),
    ])
    func `only Origin and Referer of a network request are mapped to external origins`(
        _ inside: String, _ outside: String
    ) throws {
        var request = URLRequest(url: try #require(URL(string: "sw://app.example/x")))
        request.setValue(inside, forHTTPHeaderField: "Origin")
        request.setValue(inside + "/page?q", forHTTPHeaderField: "Referer")
        request.setValue(inside, forHTTPHeaderField: "X-Other")
        let mapped = HeaderMapping.networkRequest(request, addresses: addresses)
        #expect(mapped.value(forHTTPHeaderField: "Origin") == outside)
        #expect(mapped.value(forHTTPHeaderField: "Referer") == outside + "/page?q")
        #expect(mapped.value(forHTTPHeaderField: "X-Other") == inside)
        #expect(mapped.url == request.url)
    }

    @Test func `a network request without Origin and Referer gets neither`() throws {
        let request = URLRequest(url: try #require(URL(string: "sw://app.example/x")))
        let mapped = HeaderMapping.networkRequest(request, addresses: addresses)
        #expect(mapped.value(forHTTPHeaderField: "Origin") == nil)
        #expect(mapped.value(forHTTPHeaderField: "Referer") == nil)
    }

    @Test(arguments: [
        ("http://app.example:81", "sw://app.example:81"),
        ("https://app.example", "sw://app.example"),
        ("http://[::1]:4000", "sw://[::1]:4000"),
        ("*", "*"),
        ("null", "null"),
        ("https://other.example", "https://other.example"),
        ("sw://app.example", "sw://app.example"),
    ])
    func `only Access-Control-Allow-Origin of a response is mapped to an origin under sw`(
        _ outside: String, _ inside: String
    ) throws {
        let url = try #require(URL(string: "sw://app.example/x"))
        for name in ["Access-Control-Allow-Origin", "access-control-allow-origin"] {
            let response = try #require(
                HTTPURLResponse(
                    url: url, statusCode: 201, httpVersion: "HTTP/1.1", headerFields: [name: outside, "ETag": "\"1\""]))
            let mapped = HeaderMapping.pageResponse(response, for: url, addresses: addresses)
            #expect(mapped.value(forHTTPHeaderField: "Access-Control-Allow-Origin") == inside)
            #expect(mapped.value(forHTTPHeaderField: "ETag") == "\"1\"")
            #expect(mapped.statusCode == 201)
            #expect(mapped.allHeaderFields.count == 2)
        }
    }
}
