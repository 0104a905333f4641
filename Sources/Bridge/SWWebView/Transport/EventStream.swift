import Foundation
import HTTPMessages
import WebKit

/// The event stream of one frame, on which it gets replies and events, as server-sent events.
///
/// WebKit closes the connection when the frame begins a navigation, even one that is not committed. The stream stays as
/// long as the frame: it keeps its events until the frame has taken them, and goes on over the frame's next connection.
///
/// Source: HTML, "Server-sent events", https://html.spec.whatwg.org/multipage/server-sent-events.html
@MainActor
final class EventStream {
    /// 128 random bits as text. Only the frame that opened the stream knows it.
    let id: String
    /// The frame that opened the stream; nil when its runtime has not reported it.
    let realm: Realm?
    /// The connection; nil while it is lost.
    private(set) var task: URLSchemeTask?
    private var kept = KeptEvents()
    private let tap: BridgeTap
    private let bodies: BodyRegistry
    private var text = ByteText()

    init(task: URLSchemeTask, realm: Realm?, tap: BridgeTap, bodies: BodyRegistry) {
        id = UnguessableID.make()
        self.task = task
        self.tap = tap
        self.bodies = bodies
        self.realm = realm
        announce()
    }

    // MARK: Connections

    /// Whether the frame's next connection can go on where this one ends.
    var canResume: Bool { realm?.channel === self && kept.isWhole }

    /// Notes that the connection has ended.
    func disconnect() { task = nil }

    /// Goes on over another connection.
    ///
    /// - Parameter number: the number of events that the frame has, which counts them as the host does.
    func resume(on task: URLSchemeTask, after number: Int) {
        self.task = task
        announce()
        kept.drop(upTo: number)
        for event in kept.events { event.withUnsafeBytes { task.writeEvent($0) } }
    }

    /// Forgets the events up to a number, which the frame has taken.
    func taken(upTo number: Int) { kept.drop(upTo: number) }

    /// Tells the frame the stream's id, as an event that is not counted.
    private func announce() {
        let start = begin("eventstream")
        text.append(raw: "{\"id\":\"\(id)\"}")
        note("eventstream", from: start)
        end()
    }

    // MARK: Events

    /// The most bytes of a line. WebKit searches an incomplete line from its start again with each piece that arrives.
    private static let longestLine = 64 << 10

    /// Settles a command's promise with JSON text.
    func reply(to promiseIndex: Int, text json: UnsafeRawBufferPointer) {
        send("promisereturn") { $0.append(replyTo: promiseIndex, json: json) }
    }

    /// Rejects a command's promise.
    func reply(to promiseIndex: Int, failure: CommandFailure) {
        send("promisereturn") { $0.append(replyTo: promiseIndex, failure: failure) }
    }

    /// Sends an event with JSON text. The frame requests long bytes that belong to it, as often as WebKit cancels the request.
    func send(event: String, json: String, bytes: Data) {
        if let realm, !bytes.isEmpty {
            let notice =
                bytes.count <= BodyRegistry.inlineLimit
                ? BytesNotice(base64: bytes.base64EncodedString())
                : BytesNotice(id: bodies.share(bytes, with: realm), size: bytes.count)
            send("eventbytes") { $0.append(raw: JSONText.text(notice)) }
        }
        send(event) { $0.append(raw: json) }
    }

    /// The bytes of the next event, or the name under which the frame gets them.
    private struct BytesNotice: Encodable {
        var base64: String?
        var id: String?
        var size: Int?
    }

    private func send(_ event: String, _ compose: (inout ByteText) -> Void) {
        let start = begin(event)
        compose(&text)
        note(event, from: start)
        if text.bytes.count - start > Self.longestLine { return sendInParts(event, from: start) }
        end()
        if realm != nil { kept.add(text.bytes) }
    }

    /// Sends a long text as events of one line each: the frame joins the `eventpart`s with the next event that is none.
    private func sendInParts(_ event: String, from start: Int) {
        let whole = text.bytes
        text = ByteText()
        var position = start
        while position < whole.count {
            var next = min(position + Self.longestLine, whole.count)
            // Not inside of a character.
            while next < whole.count, whole[next] & 0xC0 == 0x80 { next -= 1 }
            begin(next < whole.count ? "eventpart" : event)
            whole.withUnsafeBytes { text.append(line: UnsafeRawBufferPointer(rebasing: $0[position..<next])) }
            end()
            if realm != nil { kept.add(text.bytes) }
            position = next
        }
    }

    /// Begins an event. Returns the position of its data.
    @discardableResult
    private func begin(_ event: String) -> Int {
        text.removeAll()
        text.append("event: ")
        text.append(raw: event)
        text.append("\ndata: ")
        return text.bytes.count
    }

    private func note(_ event: String, from start: Int) {
        text.bytes.withUnsafeBytes { bytes in
            let data = UnsafeRawBufferPointer(rebasing: bytes[start...])
            tap.note(.toPage, data, event: event == "promisereturn" ? nil : event, realm: realm?.id)
        }
    }

    private func end() {
        text.append("\n\n")
        text.bytes.withUnsafeBytes { task?.writeEvent($0) }
    }
}

extension EventStream: RealmChannel {
    var carriesBytes: Bool { false }

    func reply(to promiseIndex: Int, json: UnsafeRawBufferPointer, bytes: Data) {
        if bytes.isEmpty { return reply(to: promiseIndex, text: json) }
        reply(to: promiseIndex, failure: CommandFailure(name: "NotSupportedError", message: "No bytes can be sent."))
    }
}
