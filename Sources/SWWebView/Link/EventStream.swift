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
    private var text = ByteText()

    init(task: URLSchemeTask, realm: Realm?, tap: BridgeTap) {
        id = UnguessableID.make()
        self.task = task
        self.tap = tap
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
        write("eventstream") { $0.append(raw: "{\"id\":\"\(id)\"}") }
    }

    // MARK: Events

    /// The most bytes of a reply that are one event. WebKit reads a long line in the square of its length.
    private static let mostInEvent = 64 << 10

    /// Settles a command's promise with JSON text. A long one goes in parts.
    func reply(to promiseIndex: Int, text json: UnsafeRawBufferPointer) {
        guard json.count > Self.mostInEvent else {
            return send("promisereturn") { $0.append(replyTo: promiseIndex, json: json) }
        }
        var start = 0
        while start < json.count {
            var end = min(start + Self.mostInEvent, json.count)
            // Not inside of a character.
            while end < json.count, json[end] & 0xC0 == 0x80 { end -= 1 }
            let part = String(decoding: UnsafeRawBufferPointer(rebasing: json[start..<end]), as: UTF8.self)
            send("promisepart") { text in
                text.append("{\"promiseIndex\":")
                text.append(promiseIndex)
                text.append(member: "text", part)
                text.append("}")
            }
            start = end
        }
        send("promisereturn") { text in
            text.append("{\"promiseIndex\":")
            text.append(promiseIndex)
            text.append(",\"isInParts\":true}")
        }
    }

    /// Rejects a command's promise.
    func reply(to promiseIndex: Int, failure: CommandFailure) {
        send("promisereturn") { $0.append(replyTo: promiseIndex, failure: failure) }
    }

    /// Sends an event with JSON text.
    func send(event: String, json: String) {
        send(event) { $0.append(raw: json) }
    }

    private func send(_ event: String, _ compose: (inout ByteText) -> Void) {
        write(event, compose)
        if realm != nil { kept.add(text.bytes) }
    }

    private func write(_ event: String, _ compose: (inout ByteText) -> Void) {
        text.removeAll()
        text.append("event: ")
        text.append(raw: event)
        text.append("\ndata: ")
        let start = text.bytes.count
        compose(&text)
        text.bytes.withUnsafeBytes { bytes in
            let data = UnsafeRawBufferPointer(rebasing: bytes[start...])
            tap.note(.toPage, data, event: event == "promisereturn" ? nil : event, realm: realm?.id)
        }
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
