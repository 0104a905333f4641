import Foundation
public import FoundationNetworking

/// Answers mapped origins from their folder or server, and everything else from the network.
///
/// Redirects are followed here, through the map, so that `response.url` is always an address a page may know.
public struct MappedLoader: ResourceLoader {
    /// The origins that do not go to the network as they are.
    public let map: OriginMap
    /// Whether every load that needs the network fails with `URLError(.notConnectedToInternet)`.
    public let offline: Bool
    /// What happens to redirects.
    public let redirects: RedirectPolicy

    private let network: NetworkLoader

    /// Makes a loader over a map.
    ///
    /// - Parameters:
    ///   - map: the origins answered by folders and other servers.
    ///   - network: what loads the rest, and the servers in the map.
    ///   - offline: whether the network is out of reach. Servers in the map are on the network, also those on this machine.
    ///   - redirects: what happens to redirects; the network loader's own policy is not used.
    public init(
        map: OriginMap = OriginMap(), network: NetworkLoader = NetworkLoader(), offline: Bool = false,
        redirects: RedirectPolicy = .follow
    ) {
        self.map = map
        self.network = network
        self.offline = offline
        self.redirects = redirects
    }

    /// The same loader with another redirect policy.
    public func with(redirects: RedirectPolicy) -> MappedLoader {
        MappedLoader(map: map, network: network, offline: offline, redirects: redirects)
    }

    /// Loads from the map or the network. See ``ResourceLoader``.
    ///
    /// - Throws: `URLError` when there is no answer.
    public func load(_ request: URLRequest) async throws -> LoadedResource {
        try await RedirectFollower(hop: hop).load(request, policy: redirects)
    }

    private func hop(_ request: URLRequest) async throws -> LoadedResource {
        guard let url = request.url else { throw URLError(.badURL) }
        switch map.target(for: url) {
        case .folder(let folder):
            return try await folder.load(request)
        case .base(let base):
            return try await load(request, at: url, from: base)
        case nil:
            return try await reach(request)
        }
    }

    private func load(_ request: URLRequest, at url: URL, from base: URL) async throws -> LoadedResource {
        let mapping = BaseMapping(page: url, base: base)
        guard let target = mapping.target else {
            return try LoadedResource(url: url, status: 400, message: "This address has dot segments in its path.")
        }
        var mapped = request
        mapped.url = target
        let resource = try await reach(mapped)
        var headers = resource.response.headerFields
        if let location = resource.response.value(forHTTPHeaderField: "Location") {
            headers = headers.filter { $0.key.lowercased() != "location" }
            headers["Location"] = mapping.pageLocation(for: location)
        }
        return try LoadedResource(
            url: url, status: resource.response.statusCode, headers: headers, body: resource.body)
    }

    private func reach(_ request: URLRequest) async throws -> LoadedResource {
        guard !offline else {
            let url = request.url?.absoluteString ?? ""
            throw URLError(
                .notConnectedToInternet,
                userInfo: [NSLocalizedDescriptionKey: "\(url) needs the network, and this view is offline."])
        }
        return try await network.hop(request)
    }
}
