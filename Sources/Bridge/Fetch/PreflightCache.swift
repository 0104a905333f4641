import Foundation
import HTTPMessages
import URLInterception

/// The permissions that servers gave to requests from other origins: the [CORS-preflight cache](https://fetch.spec.whatwg.org/#concept-cache).
@MainActor
package final class PreflightCache {
    /// The most permissions that are kept.
    private static let most = 256
    /// The seconds that a permission holds without `Access-Control-Max-Age`, and the most seconds that the header may name.
    private static let usualAge = 5, longestAge = 7200
    /// The bytes of an answer that are read.
    private static let longestBody = 1 << 16

    private struct Permission {
        let preflight: CrossOriginPreflight
        let url: URL
        let end: ContinuousClock.Instant
    }

    private var permissions: [Permission] = []

    package init() {}

    /// Asks the server of an address for permission, unless it has given it.
    ///
    /// - Throws: `URLError` with a sentence that says what the server does not permit.
    func permit(_ preflight: CrossOriginPreflight, to url: URL, _ network: some FetchNetwork) async throws {
        permissions.removeAll { $0.end <= .now }
        if permissions.contains(where: { $0.preflight == preflight && $0.url == url }) { return }
        let loaded = try await network.send(preflight.question(to: url), to: url, for: nil)
        Self.readToEnd(loaded.body)
        let answer = loaded.response
        try preflight.check(answer, isSame: network.isSameOrigin)
        let told = answer.value(forHTTPHeaderField: "Access-Control-Max-Age").flatMap { Int($0) } ?? Self.usualAge
        if permissions.count >= Self.most { permissions.removeFirst() }
        let end = ContinuousClock.now + .seconds(min(max(told, 0), Self.longestAge))
        permissions.append(Permission(preflight: preflight, url: url, end: end))
    }

    /// Reads the body of an answer, which nobody needs: without that, records of the network would have a load that broke off.
    private static func readToEnd(_ body: BodyStream) {
        Task {
            var length = 0
            for try await piece in body {
                length += piece.count
                if length > longestBody { return }
            }
        }
    }
}
