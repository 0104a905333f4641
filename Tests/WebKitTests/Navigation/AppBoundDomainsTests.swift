import Foundation
import Testing

@testable import WebKit

struct AppBoundDomainsTests {
    private let domains = AppBoundDomains(["example.com", "https://www.Other.example/path", "app:", "", "http://"])

    @Test(arguments: [
        "https://example.com/a", "http://shop.example.com:8080/", "https://other.example", "APP://anything/x",
        "about:blank",
    ])
    func `addresses of a domain of the list, below one, and of a scheme are app-bound`(_ address: String) {
        #expect(domains.contains(URL(string: address)))
    }

    @Test(arguments: [
        "https://notexample.com/", "https://example.com.evil.example/", "sw://elsewhere/", "data:text/html,x",
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
