import Fetch
import Foundation
import ServiceWorkers

/// One JavaScript global that talks to the host: a frame, a dedicated worker of one, a shared worker, or a service worker.
@MainActor
final class Realm: TimelineOwner {
    /// The kind of a realm, with its id in the container.
    enum Kind {
        case window(ClientID)
        case dedicatedWorker(ClientID)
        case sharedWorker(ClientID)
        case serviceWorker(ServiceWorkerID)
        /// The hidden page of shared workers, which scripts cannot find.
        case sharedWorkerPage
    }

    /// Events that wait for a window's stream; a page that never opens one must not fill memory.
    private static let mostWaiting = 1000

    /// The document id of a frame, or the worker's id.
    let id: String
    let kind: Kind
    /// The storage key of the realm.
    let storageKey: StorageKey
    /// The view of the frame, or of the page that made the worker.
    weak var host: (any RealmEndpoint)?
    /// The channel to the realm; nil before it is open.
    private(set) weak var channel: (any RealmChannel)?
    let opaque: OpaqueResponses
    /// Whether its document came with a content security policy or a referrer policy, which WebKit enforces.
    var isPoliced = false
    /// The values of its document's `Content-Security-Policy` headers.
    var securityPolicies: [String] = []
    /// The [referrer policy](https://html.spec.whatwg.org/multipage/browsers.html#policy-container-referrer-policy) of its requests.
    var referrerPolicy = ReferrerPolicy.standard
    /// The [embedder policy](https://html.spec.whatwg.org/multipage/browsers.html#embedder-policy-value) of its document.
    var embedderPolicy = EmbedderPolicy.unsafeNone
    /// The address that led to its document, as its policy shows it; nil where that is not known.
    var referrer: String?
    /// The loads of its document.
    var timeline = Timeline()
    /// The beacons that wait for their answers, by the numbers that its script gave them.
    var beacons: [Int: Task<Void, any Error>] = [:]
    /// Whether its document is cross-origin isolated.
    var isIsolated = false
    /// Whether the realm has gone. Whatever comes for it is dropped.
    private(set) var isOver = false
    /// Whether the realm wants events: since it asked for its controller, or opened its channel.
    private var isListening = false
    private var waiting: [(event: String, json: String, bytes: Data)] = []

    init(id: String, kind: Kind, storageKey: StorageKey, opaque: OpaqueResponses = OpaqueResponses()) {
        self.id = id
        self.kind = kind
        self.storageKey = storageKey
        self.opaque = opaque
    }

    /// The realm's client; nil for a service worker or a hidden page.
    var client: ClientID? {
        switch kind {
        case .window(let id), .dedicatedWorker(let id), .sharedWorker(let id): id
        case .serviceWorker, .sharedWorkerPage: nil
        }
    }

    /// The realm's service worker; nil for any other realm.
    var worker: ServiceWorkerID? {
        if case .serviceWorker(let id) = kind { return id }
        return nil
    }

    /// Sets the channel to the realm, and sends the waiting events.
    func connect(_ channel: any RealmChannel) {
        self.channel = channel
        isListening = true
        let events = waiting
        waiting = []
        for (event, json, bytes) in events { channel.send(event: event, json: json, bytes: bytes) }
    }

    /// Forgets the channel of a realm that has gone.
    func disconnect() { channel = nil }

    /// Ends the realm, which has gone, and drops the responses that it holds.
    func end() {
        isOver = true
        opaque.close()
    }

    func add(_ load: ResourceTiming) {
        if timeline.add(load) { post(event: "timeline", json: "null") }
    }

    /// Has the realm be told of loads, also of those that wait.
    func observeTimeline() {
        timeline.isObserved = true
        post(event: "timeline", json: "null")
    }

    /// Has the realm get events from now on. They change the state that it was just told.
    func listen() { isListening = true }

    /// Drops the events that came before the realm listened.
    func forget() { if !isListening { waiting = [] } }

    /// Sends an event that only a listening realm needs.
    func tell(event: String, json: String) {
        if isListening { post(event: event, json: json) }
    }

    /// Sends an event with JSON text, and the bytes of a message, now or when the channel opens.
    func post(event: String, json: String, bytes: Data = Data()) {
        if let channel { return channel.send(event: event, json: json, bytes: bytes) }
        if waiting.count < Self.mostWaiting { waiting.append((event, json, bytes)) }
    }
}
