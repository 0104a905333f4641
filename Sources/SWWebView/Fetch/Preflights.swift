import Foundation
import HTTPMessages
import URLInterception
import WebKit

/// The permissions that servers gave to requests from other origins: the [CORS-preflight cache](https://fetch.spec.whatwg.org/#concept-cache).
@MainActor
final class Preflights {
    /// The most permissions that are kept.
    private static let most = 256
    /// The seconds that a permission holds without `Access-Control-Max-Age`, and the most seconds that the header may name.
    private static let usualAge = 5, longestAge = 7200
    /// The bytes of an answer that are read.
    private static let longestBody = 1 << 16

    private struct Permission {
        let request: CrossOriginRequest
        let url: URL
        let end: ContinuousClock.Instant
    }

    private var permissions: [Permission] = []

    /// Asks the server of an address for permission, unless it has given it.
    ///
    /// - Throws: `URLError` with a sentence that says what the server does not permit.
    func permit(_ request: CrossOriginRequest, to url: URL, _ loading: ResourceLoading) async throws {
        permissions.removeAll { $0.end <= .now }
        if permissions.contains(where: { $0.request == request && $0.url == url }) { return }
        let question = request.preflight(of: url)
        let loaded = try await loading.load(
            question, url, from: RequestSource(question, to: url, mark: nil), body: RequestBody(Data()),
            redirects: .deliver)
        Self.readToEnd(loaded.body)
        let answer = loaded.response
        try request.checkPermission(answer) { loading.isSame($0, $1) }
        let told = answer.value(forHTTPHeaderField: "Access-Control-Max-Age").flatMap { Int($0) } ?? Self.usualAge
        if permissions.count >= Self.most { permissions.removeFirst() }
        let end = ContinuousClock.now + .seconds(min(max(told, 0), Self.longestAge))
        permissions.append(Permission(request: request, url: url, end: end))
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
