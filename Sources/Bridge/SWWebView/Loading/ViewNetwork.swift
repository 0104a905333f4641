import Fetch
import Foundation
import URLInterception
import WebKit

/// A view's network, for one fetch of one side. Main actor only.
@MainActor
struct ViewNetwork: FetchNetwork {
    let loading: ViewSources
    /// The side that asks, for internal paths.
    let source: RequestSource
    private let body: ResentBody
    /// The side that asks, for observers.
    private let asker: NetworkAsker

    init(_ loading: ViewSources, for source: RequestSource, body: RequestBody, asker: NetworkAsker = .page) {
        (self.loading, self.source, self.asker) = (loading, source, asker)
        self.body = ResentBody(body)
    }

    var preflights: PreflightCache { loading.preflights }

    func registrableDomain(of host: String) -> String { RegistrableDomain.of(host) }

    func cookies(of url: URL) -> (any FetchCookies)? { loading.cookies.keeps(url) ? loading.cookies : nil }

    func send(_ request: URLRequest, to url: URL, for outgoing: OutgoingRequest?) async throws -> LoadedResource {
        let isStream = loading.endpoint(for: url) != nil
        // A server that a redirect or a preflight leads to an internal path is not the side that asked.
        let isOwn = outgoing.map { !$0.isRedirected || $0.tainting == .basic } ?? false
        let source = isOwn ? source : .opaque
        let body = outgoing?.hasBody ?? false ? try await body.next(isStream: isStream) : .none
        return try await loading.load(
            request, url, from: source, body: body, hasCredentials: outgoing?.hasCredentials ?? false, asker: asker)
    }

    func documentAddress(of url: URL, isFollowed: Bool) -> URL {
        loading.addresses.internalURL(for: url, remembering: isFollowed)
    }

    func isDowngrade(from document: URL?, to url: URL) -> Bool {
        loading.addresses.isDowngrade(from: document, to: url)
    }

    func clearSiteData(_ kinds: ClearSiteData, of url: URL) async {
        // WebKit itself has the data of the origins that it loads.
        if url.scheme?.lowercased() == Addresses.scheme { await loading.siteData?.clear(kinds, of: url) }
    }
}
