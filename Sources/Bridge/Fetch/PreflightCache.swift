import Foundation
import FoundationNetworking
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

    private struct Entry {
        let origin: String
        let url: URL
        let hasCredentials: Bool
        let permission: CrossOriginPreflight.Permission
        let end: ContinuousClock.Instant

        /// Implements [cache entry match](https://fetch.spec.whatwg.org/#concept-cache-match).
        func matches(_ preflight: CrossOriginPreflight, _ url: URL) -> Bool {
            origin == preflight.origin && self.url == url && (hasCredentials || preflight.credentials != .include)
        }
    }

    private var entries: [Entry] = []

    package init() {}

    /// Asks the server of an address for permission, unless it has given it.
    ///
    /// - Parameter complete: adds headers to the question.
    /// - Throws: `URLError` with a sentence that says what the server does not permit.
    func permit(
        _ preflight: CrossOriginPreflight, to url: URL, _ network: some FetchNetwork,
        complete: (inout URLRequest) -> Void
    ) async throws {
        entries.removeAll { $0.end <= .now }
        let known = entries.filter { $0.matches(preflight, url) }.map(\.permission)
        // https://fetch.spec.whatwg.org/#http-fetch, step "makeCORSPreflight is true and one of these conditions is true"
        let isKnown =
            (CORSSafelist.methods.contains(preflight.method) || known.contains { $0.hasMethod(preflight.method) })
            && preflight.unsafeHeaders.allSatisfy { name in known.contains { $0.hasHeader(name) } }
        if isKnown { return }
        var question = preflight.question(to: url)
        complete(&question)
        let loaded = try await network.send(question, to: url, for: nil)
        Self.readToEnd(loaded.body)
        let answer = loaded.response
        let permission = try preflight.permission(in: answer, isSame: network.isSameOrigin)
        let age = answer.value(forHTTPHeaderField: "Access-Control-Max-Age").flatMap { Int($0) } ?? Self.usualAge
        if entries.count >= Self.most { entries.removeFirst() }
        entries.append(
            Entry(
                origin: preflight.origin, url: url, hasCredentials: preflight.credentials == .include,
                permission: permission, end: .now + .seconds(min(max(age, 0), Self.longestAge))))
    }

    /// Implements [clear cache entries](https://fetch.spec.whatwg.org/#concept-cache-clear).
    func clear(_ preflight: CrossOriginPreflight, _ url: URL) {
        entries.removeAll { $0.origin == preflight.origin && $0.url == url }
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
