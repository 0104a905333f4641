public import Foundation

/// An event for a worker: [service worker events](https://w3c.github.io/ServiceWorker/#dfn-service-worker-events).
public enum ServiceWorkerEvent: Sendable {
    /// The worker shall get ready.
    case install
    /// The worker has taken over.
    case activate
    /// A client makes a request.
    case fetch(FetchEvent)
    /// A client or another worker sent a message.
    case message(MessageEvent)
    /// A message came that could not be deserialized.
    case messageError(MessageEvent)
    /// An event of another specification, by its type, with its data as the host knows it.
    case functional(type: String, data: Data)

    /// The event's `type` in JavaScript.
    public var type: String {
        switch self {
        case .install: "install"
        case .activate: "activate"
        case .fetch: "fetch"
        case .message: "message"
        case .messageError: "messageerror"
        case .functional(let type, _): type
        }
    }

    /// Whether the event can be dispatched a second time: it has no body that is read once.
    var isRepeatable: Bool {
        if case .fetch(let fetch) = self { fetch.request.body == nil && fetch.preloadResponse == nil } else { true }
    }
}

/// The contents of a [FetchEvent](https://w3c.github.io/ServiceWorker/#fetchevent-interface).
public struct FetchEvent: Sendable {
    /// The request.
    public var request: FetchRequest
    /// The client that asks; empty for a navigation that no client began.
    public var clientID: String
    /// The client that a navigation or a worker's script will become.
    public var resultingClientID: String
    /// The client that a navigation replaces.
    public var replacesClientID: String
    /// The response of navigation preload, when that is on.
    public var preloadResponse: PreloadResponse?

    /// Puts an event together.
    public init(
        request: FetchRequest, clientID: String = "", resultingClientID: String = "", replacesClientID: String = "",
        preloadResponse: PreloadResponse? = nil
    ) {
        self.request = request
        self.clientID = clientID
        self.resultingClientID = resultingClientID
        self.replacesClientID = replacesClientID
        self.preloadResponse = preloadResponse
    }
}

/// The answer to a navigation preload request, on its way while the worker starts.
public struct PreloadResponse: Sendable {
    private let task: Task<FetchResponse, any Error>

    /// Starts the request.
    public init(_ load: @escaping @Sendable () async throws -> FetchResponse) { task = Task { try await load() } }

    /// Waits for the answer.
    public func response() async throws -> FetchResponse { try await task.value }

    /// Stops the request.
    public func cancel() { task.cancel() }
}

/// The contents of an [ExtendableMessageEvent](https://w3c.github.io/ServiceWorker/#extendablemessageevent-interface).
public struct MessageEvent: Sendable, Hashable {
    /// The sender of a message.
    public enum Source: Sendable, Hashable {
        /// A client, by its id.
        case client(String)
        /// Another worker.
        case worker(ServiceWorkerSnapshot)
    }

    /// The serialized message, as the two JavaScript sides agreed to write it.
    public var data: Data
    /// The bytes beside it.
    public var bytes: Data
    /// The sender's origin.
    public var origin: String
    /// The sender.
    public var source: Source
    /// The transferred ports, by the ids the bridge gave them.
    public var ports: [String]

    /// Puts a message together.
    public init(data: Data, bytes: Data = Data(), origin: String, source: Source, ports: [String] = []) {
        self.data = data
        self.bytes = bytes
        self.origin = origin
        self.source = source
        self.ports = ports
    }
}
