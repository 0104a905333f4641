import Fetch
import Foundation
import HTTPMessages
import ServiceWorkers

/// The content security policies of a document or worker, as far as they govern addresses that only the host sees: the targets of
/// redirects that it follows, and the addresses of service workers' responses. WebKit itself checks the address that was asked for.
///
/// Source: [fetch directives](https://www.w3.org/TR/CSP3/#directives-fetch)
struct FetchSourcePolicy {
    /// The values of `Content-Security-Policy` headers. Each may hold several policies with commas between them.
    let values: [String]
    /// The address of the document or worker.
    let own: URL

    /// Implements the check of a redirect's target: [Should request be blocked](https://www.w3.org/TR/CSP3/#should-block-request) without
    /// paths, which a redirect could reveal.
    func allows(_ url: URL, for destination: RequestDestination) -> Bool {
        let names = Self.directives(of: destination)
        return values.flatMap { $0.split(separator: ",") }.allSatisfy { policy in
            let directives = SourceExpression.directives(policy)
            guard let sources = names.lazy.compactMap({ directives[$0] }).first else { return true }
            return sources.contains { SourceExpression.matches($0, url, in: own, isRedirected: true) }
        }
    }

    /// Throws the network error of an address that the policies do not allow.
    func check(_ url: URL, for destination: RequestDestination) throws(URLError) {
        guard !allows(url, for: destination) else { return }
        let text = "The content security policy of \(own) does not allow \(url)"
        throw URLError(.dataNotAllowed, userInfo: [NSURLErrorFailingURLErrorKey: url, NSLocalizedDescriptionKey: text])
    }

    /// Returns the directives that can govern a destination. The first one that a policy has counts.
    ///
    /// Scripts' directives have more sources than addresses, such as nonces, so WebKit alone checks scripts and styles.
    /// Source: [directive fallback list](https://www.w3.org/TR/CSP3/#directive-fallback-list)
    private static func directives(of destination: RequestDestination) -> [String] {
        switch destination {
        case .none: ["connect-src", "default-src"]
        case .image: ["img-src", "default-src"]
        case .font: ["font-src", "default-src"]
        case .audio, .video, .track: ["media-src", "default-src"]
        case .manifest: ["manifest-src", "default-src"]
        default: []
        }
    }
}

extension FetchNetwork {
    /// Fetches a request whose redirects the policies of its document or worker limit.
    ///
    /// - Throws: `URLError` for a network error.
    func fetch(_ outgoing: OutgoingRequest, limitedBy policy: FetchSourcePolicy?) async throws -> FetchedResponse {
        guard let policy else { return try await fetch(outgoing) }
        let destination = outgoing.destination ?? .none
        var refusal: URLError?
        let fetched = try await fetch(outgoing) { url in
            do throws(URLError) { try policy.check(url, for: destination) } catch { refusal = error }
            return refusal == nil
        }
        if let refusal { throw refusal }
        return fetched
    }
}
