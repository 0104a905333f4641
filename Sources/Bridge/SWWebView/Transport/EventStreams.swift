import HTTPMessages
import ServiceWorkers
import WebKit

/// The event streams of a view's frames, each known by an id that only its frame was told. A frame has one that outlives its
/// connections.
@MainActor
final class EventStreams {
    /// The path of every origin that a frame's event stream is served at.
    nonisolated static let path = "/___events___"

    private var streams: [String: EventStream] = [:]
    private var ids: [ObjectIdentifier: String] = [:]
    /// The watching requests that are open, each with its document and its number there.
    private var watches: [ObjectIdentifier: (document: String, number: Int)] = [:]
    private let tap: BridgeTap
    private let bodies: BodyRegistry
    /// Returns the channel of a document, or nil where it has none.
    private let channel: @MainActor (String) -> (any RealmChannel)?

    init(tap: BridgeTap, bodies: BodyRegistry, channel: @escaping @MainActor (String) -> (any RealmChannel)?) {
        (self.tap, self.bodies, self.channel) = (tap, bodies, channel)
    }

    /// The number of connected streams.
    var count: Int { ids.count }

    /// The number of streams, connected or not.
    var kept: Int { streams.count }

    subscript(id: String) -> EventStream? { streams[id] }

    /// Answers a request for an event stream. Its connection ends when the frame goes, closes it or is navigated.
    ///
    /// - Parameter realm: the realm that the request names; nil for a script of the origin that opens a stream by itself.
    func open(_ task: URLSchemeTask, of realm: Realm?) {
        guard let url = task.request.url, !task.request.namesForeignOrigin(to: url) else { return refuse(task) }
        let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
        func item(_ name: String) -> String? { items.first { $0.name == name }?.value }
        if let realm, realm.storageKey != StorageKey(of: url) { return refuse(task) }
        let headers = ["Content-Type": "text/event-stream", "Cache-Control": "no-store"]
        guard
            let response = HTTPURLResponse(
                url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: headers)
        else { return refuse(task) }
        task.didReceive(response)
        if let number = item("watch").flatMap(Int.init) {
            // WebKit ends this request when it cancels the frame's requests. The first bytes tell the frame that it is open.
            if let realm { watches[ObjectIdentifier(task)] = (realm.id, number) }
            return ByteText(":\n\n").bytes.withUnsafeBytes { task.writeEvent($0) }
        }
        // An id names a stream only for the frame that opened it.
        if let lost = item("resume").flatMap({ streams[$0] }), let realm, lost.realm === realm, lost.canResume {
            if let earlier = lost.task {
                ids[ObjectIdentifier(earlier)] = nil
                earlier.didFinish()
            }
            ids[ObjectIdentifier(task)] = lost.id
            return lost.resume(on: task, after: item("after").flatMap(Int.init) ?? 0)
        }
        let stream = EventStream(task: task, realm: realm, tap: tap, bodies: bodies)
        streams[stream.id] = stream
        ids[ObjectIdentifier(task)] = stream.id
        if items.contains(where: { $0.name == "late" }) { realm?.forget() }
        let earlier = realm?.channel as? EventStream
        realm?.connect(stream)
        if let earlier { removeUnlessNeeded(earlier) }
    }

    /// Disconnects the stream whose connection has ended.
    func close(_ task: URLSchemeTask) {
        if let watch = watches.removeValue(forKey: ObjectIdentifier(task)) {
            // Where WebKit has dropped the request, nothing else tells the frame.
            channel(watch.document)?.send(event: "requestsdropped", json: String(watch.number))
        }
        guard let id = ids.removeValue(forKey: ObjectIdentifier(task)), let stream = streams[id] else { return }
        stream.disconnect()
        removeUnlessNeeded(stream)
    }

    /// Drops the stream of a realm that has gone, because the realm cannot resume it.
    func drop(_ realm: Realm) {
        let stream = realm.channel as? EventStream
        realm.disconnect()
        if let stream { removeUnlessNeeded(stream) }
    }

    private func removeUnlessNeeded(_ stream: EventStream) {
        if stream.task == nil, !stream.canResume { streams[stream.id] = nil }
    }

    /// Answers a request of a stranger.
    func refuse(_ task: URLSchemeTask) {
        // WebKit ends the navigation of a frame only with a type.
        let headers = ["Content-Type": "text/plain", "Cache-Control": "no-store"]
        guard let url = task.request.url,
            let response = HTTPURLResponse(url: url, statusCode: 403, httpVersion: "HTTP/1.1", headerFields: headers)
        else { return }
        task.didReceive(response)
        task.didFinish()
    }
}
