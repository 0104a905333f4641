/// A rule of a worker's static routes: [RouterRule](https://w3c.github.io/ServiceWorker/#dictdef-routerrule).
public struct RouterRule: Sendable, Hashable, Codable {
    /// The requests that the rule is for.
    public var condition: RouterCondition
    /// The source of the answers to these requests.
    public var source: RouterSource
}

/// The source of an answer: [RouterSource](https://w3c.github.io/ServiceWorker/#typedefdef-routersource).
public enum RouterSource: Sendable, Hashable, Codable {
    /// The network.
    case network
    /// The worker's `fetch` event.
    case fetchEvent
    /// The first match of the cache of that name, or of all caches; without a match the network.
    case cache(name: String?)
    /// The network or the worker's `fetch` event, which run side by side: the one that answers first.
    case raceNetworkAndFetchHandler

    /// The word in JavaScript; the one of a named cache is that of any cache.
    public var word: String {
        switch self {
        case .network: "network"
        case .fetchEvent: "fetch-event"
        case .cache: "cache"
        case .raceNetworkAndFetchHandler: "race-network-and-fetch-handler"
        }
    }

    private struct Named: Codable {
        var cacheName: String
    }

    /// Reads a word, or an object with `cacheName`.
    public init(from decoder: any Decoder) throws {
        guard let word = try? decoder.singleValueContainer().decode(String.self) else {
            self = .cache(name: try Named(from: decoder).cacheName)
            return
        }
        let known: [Self] = [.network, .fetchEvent, .cache(name: nil), .raceNetworkAndFetchHandler]
        guard let source = known.first(where: { $0.word == word }) else {
            throw ServiceWorkerError(.typeError, "“\(word)” is no source of a route.")
        }
        self = source
    }

    /// Writes a word, or an object with `cacheName`.
    public func encode(to encoder: any Encoder) throws {
        if case .cache(let name?) = self { return try Named(cacheName: name).encode(to: encoder) }
        var container = encoder.singleValueContainer()
        try container.encode(word)
    }
}
