import Foundation
import FoundationNetworking
import ServiceWorkers
import Testing
import URLInterception

@testable import SWWebView

/// The documents that may have another document in a frame.
struct FramingPolicyTests {
    private static let own = "sw://app.example", other = "sw://other.example"

    private func allows(_ headers: [String: String], _ ancestors: [String?]) throws -> Bool {
        let url = try #require(URL(string: "\(Self.own)/frame.html"))
        let response = try #require(
            HTTPURLResponse(url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: headers))
        return FramingPolicy(response, at: url).allows(ancestors.map { $0.map { StorageKey(rawValue: $0) } })
    }

    @Test(
        arguments: [
            ("DENY", [own], false), ("SAMEORIGIN", [own, own], true), ("SAMEORIGIN", [own, other], false),
            ("SAMEORIGIN", [nil], false), ("ALLOW-FROM https://app.example", [other], true),
            ("SAMEORIGIN, sameorigin", [own], true), ("SAMEORIGIN, DENY", [own], false), ("x, y", [other], true),
            ("", [other], true),
        ] as [(String, [String?], Bool)])
    func `X-Frame-Options allows ancestors`(_ value: String, _ ancestors: [String?], _ expected: Bool) throws {
        #expect(try allows(["X-Frame-Options": value], ancestors) == expected)
    }

    @Test(
        arguments: [
            ("'none'", [own], false), ("'self'", [own], true), ("'self'", [own, other], false),
            ("'self' https://other.example/path", [own, other], true), ("*.example", [other], true),
            ("https:", [other], true),
            ("*", [nil], false),
        ] as [(String, [String?], Bool)])
    func `frame-ancestors allows ancestors, whatever X-Frame-Options says`(
        _ sources: String, _ ancestors: [String?], _ expected: Bool
    ) throws {
        let policy = "default-src 'self'; frame-ancestors \(sources)"
        #expect(
            try allows(["Content-Security-Policy": policy, "X-Frame-Options": "DENY"], ancestors) == expected)
    }
}
