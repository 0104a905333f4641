import ServiceWorker
import ServiceWorkerContainer

/// One JavaScript global that talks to the host: a frame, a dedicated worker of one, a shared worker, or a service worker.
@MainActor
final class Realm {
    /// What it is to the container.
    enum Kind {
        case window(ClientID)
        case dedicatedWorker(ClientID)
        case sharedWorker(ClientID)
        case serviceWorker(ServiceWorkerID)
        /// The hidden page of shared workers, which no script can tell is there.
        case sharedWorkerPage
    }

    /// Events that wait for a window's stream; a page that never opens one must not fill memory.
    private static let mostWaiting = 1000

    /// The document id of a frame, or the worker's id.
    let id: String
    let kind: Kind
    /// Whose storage it uses.
    let storageKey: StorageKey
    /// The view that a frame, or the page that made a worker, is in.
    weak var host: BridgeHost?
    /// The way to it; nil before its stream is open.
    private(set) weak var channel: (any RealmChannel)?
    var outcomes = KeptOutcomes()
    let bodies = PulledBodies()
    /// Whether its document came with a policy of what it may ask for, or tells of itself: WebKit sees to that.
    var isPoliced = false
    /// Whether its document is cross-origin isolated.
    var isIsolated = false
    /// Whether somebody there wants to know of events: since it asked who controls it, or opened its stream.
    private var isListening = false
    private var waiting: [(event: String, json: String)] = []

    init(id: String, kind: Kind, storageKey: StorageKey) {
        self.id = id
        self.kind = kind
        self.storageKey = storageKey
    }

    /// The client that it is, if it is one.
    var client: ClientID? {
        switch kind {
        case .window(let id), .dedicatedWorker(let id), .sharedWorker(let id): id
        case .serviceWorker, .sharedWorkerPage: nil
        }
    }

    /// The service worker that it is; nil for any other.
    var worker: ServiceWorkerID? {
        if case .serviceWorker(let id) = kind { return id }
        return nil
    }

    /// Takes the way to it, and sends what waited for it.
    func connect(_ channel: any RealmChannel) {
        self.channel = channel
        isListening = true
        let events = waiting
        waiting = []
        for (event, json) in events { channel.send(event: event, json: json) }
    }

    /// Forgets the way to it: the realm has gone.
    func disconnect() { channel = nil }

    /// Is told of events from now on. What it was answered just now, the next ones change.
    func listen() { isListening = true }

    /// Drops what came for it while nobody there listened.
    func forget() { if !isListening { waiting = [] } }

    /// Sends an event that only somebody who listens already wants to know of.
    func tell(event: String, json: String) {
        if isListening { post(event: event, json: json) }
    }

    /// Sends an event with JSON text, now or when its stream opens.
    func post(event: String, json: String) {
        if let channel { return channel.send(event: event, json: json) }
        if waiting.count < Self.mostWaiting { waiting.append((event, json)) }
    }
}

/// The way from the host to a realm. Main actor only.
@MainActor
protocol RealmChannel: AnyObject {
    /// Settles a command's promise with JSON text, whose bytes live for the call.
    func reply(to promiseIndex: Int, json: UnsafeRawBufferPointer)
    /// Rejects a command's promise.
    func reply(to promiseIndex: Int, failure: CommandFailure)
    /// Sends an event with JSON text.
    func send(event: String, json: String)
}

extension EventStream: RealmChannel {}
