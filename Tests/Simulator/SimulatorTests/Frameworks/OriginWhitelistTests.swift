import Foundation
import Testing

@testable import Simulator

struct OriginWhitelistTests {
    @Test(
        "A pattern allows the origins that begin with it, and * stands for any text",
        arguments: [
            (["https://*"], "https://a.example/b", true), (["https://*"], "http://a.example/", false),
            (["https://a.example"], "https://a.example.evil/", true),
            (["https://*.example"], "https://a.example/", true),
            (["https://*.example"], "https://a.test/x.example", false), (["*"], "tel:5", true),
            ([], "about:blank", true),
            (["https://*"], "about:srcdoc", false), (["about:*"], "about:srcdoc", true),
            ([], "sw://app.example/", true),
            (["https://*"], "data:text/html,a", false), (["data:*"], "data:text/html,a", true),
            (["a*b*c:"], "a1b2c:d", true), (["a*b*c:"], "a1c2b:d", false),
        ])
    func allows(_ patterns: [String], _ address: String, _ isAllowed: Bool) throws {
        let url = try #require(URL(string: address))
        #expect(OriginWhitelist(patterns).allows(url) == isAllowed)
    }
}
