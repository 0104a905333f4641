import ServiceWorkerContainer
import WebKit

/// The event streams of a view's frames, each known by an id that only its frame was told.
@MainActor
final class EventStreams {
    private var streams: [String: EventStream] = [:]
    private var ids: [ObjectIdentifier: String] = [:]
    private let tap: BridgeTap

    init(tap: BridgeTap) { self.tap = tap }

    var count: Int { streams.count }

    subscript(id: String) -> EventStream? { streams[id] }

    /// Answers a request for an event stream. It ends when the frame goes or closes it.
    ///
    /// - Parameter known: the realm with a document id.
    func open(_ task: URLSchemeTask, known: (String) -> Realm?) {
        guard let url = task.request.url, isOfSameOrigin(task.request, url) else { return refuse(task) }
        let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
        let realm = items.first { $0.name == "f" }?.value.flatMap(known)
        if let realm, realm.storageKey != StorageKey(of: url) { return refuse(task) }
        let headers = ["Content-Type": "text/event-stream", "Cache-Control": "no-store"]
        guard
            let response = HTTPURLResponse(
                url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: headers)
        else { return refuse(task) }
        let stream = EventStream(task: task, realm: realm, tap: tap)
        streams[stream.id] = stream
        ids[ObjectIdentifier(task)] = stream.id
        task.didReceive(response)
        stream.send(event: "eventstream", json: "{\"id\":\"\(stream.id)\"}")
        if items.contains(where: { $0.name == "late" }) { realm?.forget() }
        realm?.connect(stream)
    }

    func close(_ task: URLSchemeTask) {
        guard let id = ids.removeValue(forKey: ObjectIdentifier(task)) else { return }
        streams[id] = nil
    }

    /// Tells every frame of the view that a message was refused: its sender cannot be told from the others.
    func announceRefusal(of promise: Int?, _ text: String) {
        let index = promise.map { "\"promiseIndex\":\($0)," } ?? ""
        for stream in streams.values {
            stream.send(event: "commandrefused", json: "{\(index)\"message\":\(JSONText.string(text))}")
        }
    }

    /// A page of another origin has no business here; its requests carry their origin.
    private func isOfSameOrigin(_ request: URLRequest, _ url: URL) -> Bool {
        guard let origin = request.value(forHTTPHeaderField: "Origin") else { return true }
        return origin.lowercased() == "\(Addresses.scheme)://\(Addresses.authority(of: url))"
    }

    private func refuse(_ task: URLSchemeTask) {
        guard let url = task.request.url,
            let response = HTTPURLResponse(url: url, statusCode: 403, httpVersion: "HTTP/1.1", headerFields: nil)
        else { return }
        task.didReceive(response)
        task.didFinish()
    }
}
