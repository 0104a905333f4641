import Foundation
import URLInterception
import WebKit

/// Where a view's requests are answered from when no service worker answers: its endpoints, its map, the network.
@MainActor
final class ResourceLoading {
    var addresses = Addresses()
    var loader = MappedLoader()
    var endpoints: [String: any PageEndpoint] = [:]

    /// Takes over what a view had that opened another.
    func adopt(_ other: ResourceLoading) {
        (addresses, loader, endpoints) = (other.addresses, other.loader, other.endpoints)
    }

    /// Answers a request of a page or worker, or one made in its name.
    ///
    /// - Parameter redirects: whether redirects are followed here or delivered.
    func load(
        _ request: URLRequest, _ url: URL, body: RequestBody, redirects: RedirectPolicy = .follow
    ) async throws -> LoadedResource {
        if let endpoint = endpoints.first(where: { url.path.hasPrefix($0.key) })?.value {
            let follower = RedirectFollower { [weak self] hop in
                if hop == request { return try await endpoint.respond(to: hop, body: body.pieces) }
                guard let self, let next = hop.url else { throw URLError(.cancelled) }
                return try await load(hop, next, body: RequestBody(hop.httpBody ?? Data()))
            }
            return try await follower.load(request, policy: redirects)
        }
        var request = HeaderMapping.networkRequest(request, addresses: addresses)
        if loader.map.target(for: url) == nil, url.scheme?.lowercased() == Addresses.scheme {
            guard let networkURL = addresses.networkURL(for: url) else {
                let text = "\(url.host ?? "this host") is neither mapped (--map) nor permitted (--permit)"
                throw URLError(.unsupportedURL, userInfo: [NSLocalizedDescriptionKey: text])
            }
            request.url = networkURL
        }
        request.httpBody = try await body.collect()
        return try await loader(redirects).load(request)
    }

    private func loader(_ redirects: RedirectPolicy) -> MappedLoader {
        redirects == loader.redirects ? loader : loader.with(redirects: redirects)
    }
}
