import Fetch
import Foundation
import Testing

@testable import SWWebView

/// The content security policies that the host applies to the addresses of redirects and of service workers' responses.
struct FetchSourcePolicyTests {
    private static let own = "sw://app.example/folder/page.html"

    @Test(arguments: [
        ("connect-src 'self'", "sw://app.example/data", RequestDestination.none, true),
        ("connect-src 'self'", "sw://other.example/data", .none, false),
        ("default-src 'self'", "sw://other.example/data", .none, false),
        ("default-src 'none'; connect-src *", "sw://other.example/data", .none, true),
        ("default-src *; connect-src 'none'", "sw://app.example/data", .none, false),
        ("img-src https://other.example", "sw://other.example/picture", .image, true),
        ("img-src https://other.example", "sw://app.example/picture", .image, false),
        ("img-src https://other.example", "sw://app.example/data", .none, true),
        ("connect-src *, connect-src 'self'", "sw://other.example/data", .none, false),
        ("font-src 'none'", "sw://app.example/font", .font, false),
        ("media-src 'none'", "sw://app.example/video", .video, false),
        ("script-src 'none'", "sw://app.example/script", .script, true),
    ])
    func `the first directive that governs a destination decides`(
        policy: String, address: String, destination: RequestDestination, isAllowed: Bool
    ) throws {
        let url = try #require(URL(string: address)), own = try #require(URL(string: Self.own))
        let policy = FetchSourcePolicy(values: [policy], own: own)
        #expect(policy.allows(url, for: destination) == isAllowed)
        if isAllowed { try policy.check(url, for: destination) }
        if !isAllowed { #expect(throws: URLError.self) { try policy.check(url, for: destination) } }
    }

    @Test func `the path of a source does not count`() throws {
        let url = try #require(URL(string: "sw://other.example/elsewhere")), own = try #require(URL(string: Self.own))
        let policy = FetchSourcePolicy(values: ["connect-src https://other.example/folder/"], own: own)
        #expect(policy.allows(url, for: .none))
        #expect(!SourceExpression.matches("https://other.example/folder/", url, in: own))
    }
}
