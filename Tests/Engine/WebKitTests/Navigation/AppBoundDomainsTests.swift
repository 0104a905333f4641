import Foundation
import Testing

@testable import WebKit

@MainActor
struct AppBoundDomainsTests {
    private let domains = AppBoundDomains([
        "example.com", "https://shop.Other.com/path", "pages.github.io", "https://www.mine.example",
        "10.0.0.1", "app:", "", "http://",
    ])

    @Test(arguments: [
        "https://example.com/a", "http://shop.example.com:8080/", "https://other.com", "APP://anything/x",
        "https://www.other.com/", "https://pages.github.io/", "https://mine.example/",
        "https://a.b.mine.example/", "http://10.0.0.1/", "about:blank", "data:text/html,x", "file:///a/b.html",
        "http://localhost:8080/", "http://127.0.0.1:3000/", "http://[::1]/",
    ])
    func `addresses of a listed registrable domain, of a listed scheme and of this device are app-bound`(
        _ address: String
    ) {
        #expect(domains.contains(URL(string: address)))
    }

    @Test(arguments: [
        "https://notexample.com/", "https://example.com.evil.example/", "sw://elsewhere/",
        "https://127.0.0.1.evil.example/",
        "https://other.github.io/", "https://notmine.example/", "http://11.0.0.1/", "https://example/",
    ])
    func `other addresses are not app-bound`(_ address: String) {
        #expect(!domains.contains(URL(string: address)))
    }

    @Test func `no more than ten entries count`() {
        let many = AppBoundDomains((1...11).map { "host\($0).example" })
        #expect(many.contains(URL(string: "https://host10.example/")))
        #expect(!many.contains(URL(string: "https://host11.example/")))
    }
}
