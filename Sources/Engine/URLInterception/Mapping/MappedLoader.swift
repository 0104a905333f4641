import Foundation
public import FoundationNetworking
import HTTPMessages
import Logging

/// Answers mapped origins from their folder or server, and everything else from the network.
///
/// Redirects are followed here, through the map, so that `response.url` is always an address a page may know.
public struct MappedLoader: ResourceLoader {
    /// The origins that do not go to the network as they are.
    public let map: OriginMap
    /// The servers and folders within reach; a load of anything else fails with `URLError(.notConnectedToInternet)`.
    public private(set) var connectivity: Connectivity
    /// The treatment of redirects.
    public private(set) var redirects: RedirectPolicy

    /// The observers of all loads.
    package var observers: [any NetworkObserver] = []
    /// The side that observers see as the one that asks.
    package var asker = NetworkAsker.page
    /// The recording that answers in place of the network; nil for the network itself.
    package var recording: (any ResourceLoader)?
    /// The stub that is asked before anything else; nil for none.
    package var stub: (any NetworkStub)?
    private var network: NetworkLoader

    /// Whether the network is out of reach.
    public var offline: Bool { !connectivity.isOnline }

    /// Makes a loader over a map.
    ///
    /// - Parameters:
    ///   - map: the origins answered by folders and other servers.
    ///   - network: the loader of all other addresses, and of the servers in the map.
    ///   - connectivity: the servers and folders within reach. Servers in the map are on the network, also those on this machine.
    ///   - redirects: the treatment of redirects; the network loader's own policy is not used.
    public init(
        map: OriginMap = OriginMap(), network: NetworkLoader = NetworkLoader(), connectivity: Connectivity,
        redirects: RedirectPolicy = .follow
    ) {
        self.map = map
        self.network = network
        self.connectivity = connectivity
        self.redirects = redirects
    }

    /// Makes a loader over a map.
    ///
    /// - Parameters:
    ///   - map: the origins answered by folders and other servers.
    ///   - network: the loader of all other addresses, and of the servers in the map.
    ///   - offline: whether the network is out of reach. Servers in the map are on the network, also those on this machine.
    ///   - redirects: the treatment of redirects; the network loader's own policy is not used.
    public init(
        map: OriginMap = OriginMap(), network: NetworkLoader = NetworkLoader(), offline: Bool = false,
        redirects: RedirectPolicy = .follow
    ) {
        self.init(map: map, network: network, connectivity: offline ? .offline : .online, redirects: redirects)
    }

    /// Returns the same loader with another redirect policy.
    public func with(redirects: RedirectPolicy) -> MappedLoader {
        var loader = self
        loader.redirects = redirects
        return loader
    }

    /// Returns the same loader with something else within reach.
    public func with(connectivity: Connectivity) -> MappedLoader {
        var loader = self
        loader.connectivity = connectivity
        return loader
    }

    /// Returns the same map and state of the network over another network loader, for one that redirects are delivered to.
    package func delivering(over network: NetworkLoader) -> MappedLoader {
        var loader = with(redirects: .deliver)
        loader.network = network
        return loader
    }

    /// Returns the http(s) address of the server that a web socket of a page leads to: the mapped origin's, or the one that was
    /// asked for. `nil` when no server may be reached.
    package func webSocketAddress(for url: URL) -> URL? {
        guard !offline, recording == nil else { return nil }
        return map.target(for: url) == nil ? url : map.serverAddress(for: url)
    }

    /// Loads from the map or the network. See ``ResourceLoader``.
    ///
    /// - Throws: `URLError` when there is no answer.
    public func load(_ request: URLRequest) async throws -> LoadedResource {
        try await RedirectFollower(hop: hop).load(request, policy: redirects)
    }

    private func hop(_ request: URLRequest) async throws -> LoadedResource {
        let stubbed = stub?.answer(to: request, by: asker)
        guard !observers.isEmpty, let url = request.url else {
            return try await answer(request, stubbed)
        }
        let source: NetworkSource =
            switch map.target(for: url) {
            case _ where stubbed?.load != nil: .stub
            case .folder: .folder
            case .base: recording == nil ? .server : .recording
            case nil: recording == nil ? .network : .recording
            }
        let exchanges = observers.map { $0.began(request, by: asker, from: source) }
        do {
            let resource = try await answer(request, stubbed)
            return exchanges.reduce(resource) { $0.observed(by: $1) }
        } catch {
            for exchange in exchanges { exchange.ended(error) }
            throw error
        }
    }

    private func answer(_ request: URLRequest, _ stubbed: StubbedAnswer?) async throws -> LoadedResource {
        if let delay = stubbed?.delay { try await ContinuousClock().sleep(for: delay) }
        return if let load = stubbed?.load { try load() } else { try await answer(request) }
    }

    private func answer(_ request: URLRequest) async throws -> LoadedResource {
        guard let url = request.url else { throw URLError(.badURL) }
        switch map.target(for: url) {
        case .folder(let folder):
            guard connectivity != .strictlyOffline else {
                throw Self.failure("\(url) is in a mapped folder, and this view is strictly offline.")
            }
            if offline, map.isFromEntry(url) { _ = Self.tellOnce }
            return try await folder.load(request).answering(as: url)
        case .base(let base):
            if let recording { return try await replay(request, from: recording) }
            return try await load(request, at: url, from: base)
        case nil:
            if let recording { return try await replay(request, from: recording) }
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
        return try resource.with(url: url, headers: headers)
    }

    private func replay(_ request: URLRequest, from recording: any ResourceLoader) async throws -> LoadedResource {
        try checkConnectivity(request)
        return try await recording.load(request)
    }

    private func reach(_ request: URLRequest) async throws -> LoadedResource {
        try checkConnectivity(request)
        return try await network.hop(request)
    }

    private func checkConnectivity(_ request: URLRequest) throws {
        guard !offline else {
            throw Self.failure("\(request.url?.absoluteString ?? "") needs the network, and this view is offline.")
        }
    }

    private static func failure(_ text: String) -> URLError {
        URLError(.notConnectedToInternet, userInfo: [NSLocalizedDescriptionKey: text])
    }

    /// Says once in a process what people who test without a network may not expect.
    private static let tellOnce: Void = Logger(label: "swwebview.offline").warning(
        "The view is offline, and folders of the map still load. --offline=strict makes them fail as well.")
}

extension LoadedResource {
    /// Returns the answer of a folder with what a web server of static files adds where the address is an http(s) one: pages of
    /// every origin may read it, and WebKit's cache asks for it anew each time.
    fileprivate func answering(as url: URL) throws -> LoadedResource {
        guard let origin = Origin(of: url), origin.isWeb, let answered = response.url else { return self }
        let added = [
            "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin",
            "Cache-Control": "no-cache",
        ]
        return try LoadedResource(
            url: answered, status: response.statusCode, headers: response.headerFields.merging(added) { own, _ in own },
            body: body)
    }
}
