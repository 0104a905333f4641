import Foundation
import URLInterception
import WebKit

/// The sources that answer a view's requests when no service worker does: its endpoints, its map and the network.
@MainActor
final class ResourceLoading {
    var addresses = Addresses()
    var loader = MappedLoader() {
        didSet { addresses.mapped = loader.map }
    }
    /// `URLProtocol` classes of the view.
    var protocolClasses: [AnyClass] = []
    /// The check that decides which answers to main navigations are failures.
    var statusCheck: HTTPStatusCheck?
    private var authentication = HTTPAuthentication()
    let preflights = Preflights()
    /// The web sockets that observers of the loader follow.
    let sockets = ObservedSockets()
    var endpoints: [String: any PageEndpoint] = [:]
    /// The script that runs in dedicated and shared workers before everything else.
    var workerPrelude = ""
    /// The changes of a simulated system to workers.
    var realmChanges = RealmChanges()

    /// Takes over the settings of the view that opened this one.
    func adopt(_ other: ResourceLoading) {
        (addresses, loader, endpoints) = (other.addresses, other.loader, other.endpoints)
        (protocolClasses, statusCheck) = (other.protocolClasses, other.statusCheck)
        (authentication, workerPrelude) = (other.authentication, other.workerPrelude)
    }

    /// Returns the endpoint that answers an address in place of the loader.
    func endpoint(for url: URL) -> (any PageEndpoint)? {
        endpoints.first { url.path.hasPrefix($0.key) }?.value
    }

    /// Answers a request of a page or worker, or one made in its name.
    ///
    /// - Parameters:
    ///   - source: the side that asks, for internal paths.
    ///   - redirects: whether redirects are followed here or delivered.
    ///   - origin: the value of the `Origin` header for redirects to other origins.
    ///   - asker: the side that makes the request, for observers.
    func load(
        _ request: URLRequest, _ url: URL, from source: RequestSource, body: RequestBody,
        redirects: RedirectPolicy = .follow, origin: String? = nil, asker: NetworkAsker = .page
    ) async throws -> LoadedResource {
        if let endpoint = endpoint(for: url) {
            let follower = RedirectFollower { [weak self] hop in
                if hop == request { return try await endpoint.answer(hop, from: source, body: body.pieces) }
                guard let self, let next = hop.url else { throw URLError(.cancelled) }
                return try await load(hop, next, from: source, body: RequestBody(hop.httpBody ?? Data()))
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
        request = authentication.authorize(request)
        request.httpBody = try await body.collect()
        let resource = try await loadPrepared(request, redirects: redirects, origin: origin, asker: asker)
        authentication.note(resource, of: request, asked: url)
        return resource
    }

    /// Returns whether two origins are one: servers know a page by its http(s) origin, the page itself by `sw://`.
    func isSame(_ first: String, _ second: String) -> Bool {
        var addresses = addresses
        let key = { (text: String) in
            URL(string: text).map { addresses.internalURL(for: $0, remembering: false) }.flatMap { Origin(of: $0) }
        }
        return key(first).map { $0 == key(second) } ?? false
    }

    private func loadPrepared(
        _ request: URLRequest, redirects: RedirectPolicy, origin: String?, asker: NetworkAsker
    ) async throws -> LoadedResource {
        var mapped = loader(.deliver)
        mapped.asker = asker
        let (own, addresses) = (origin.flatMap { Origin($0) }, addresses)
        let map = mapped.map
        let single = InterceptingLoader(base: mapped, protocolClasses: protocolClasses, redirects: .deliver)
        guard redirects == .follow else { return try await single.load(request) }
        let follower = RedirectFollower { hop in
            var hop = hop
            // A server may redirect to an `sw://` address that a page gave it.
            if let url = hop.url, map.target(for: url) == nil, url.scheme?.lowercased() == Addresses.scheme {
                guard let networkURL = addresses.networkURL(for: url) else { throw URLError(.unsupportedURL) }
                hop.url = networkURL
            }
            if let own, hop.value(forHTTPHeaderField: "Origin") == nil, hop.url.flatMap({ Origin(of: $0) }) != own {
                hop.setValue(origin, forHTTPHeaderField: "Origin")
            }
            return try await single.load(hop)
        }
        return try await follower.load(request, policy: .follow)
    }

    private func loader(_ redirects: RedirectPolicy) -> MappedLoader {
        redirects == loader.redirects ? loader : loader.with(redirects: redirects)
    }
}
