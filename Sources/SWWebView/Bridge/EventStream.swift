import Foundation
import WebKit

/// The event stream of one frame, down which it hears replies and events. Framed as server-sent events.
///
/// Source: HTML, "Server-sent events", https://html.spec.whatwg.org/multipage/server-sent-events.html
@MainActor
final class EventStream {
    /// 128 random bits as text: whoever knows it opened the stream.
    let id: String
    /// The frame that opened it; nil for one that has not told of itself.
    let realm: Realm?
    private let task: URLSchemeTask
    private let tap: BridgeTap
    private var text = ByteText()

    init(task: URLSchemeTask, realm: Realm?, tap: BridgeTap) {
        id = Self.makeID()
        self.task = task
        self.tap = tap
        self.realm = realm
    }

    private static func makeID() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(generator.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// Settles a command's promise with JSON text.
    func reply(to promiseIndex: Int, json: UnsafeRawBufferPointer) {
        send("promisereturn") { $0.append(replyTo: promiseIndex, json: json) }
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
        text.removeAll()
        text.append("event: ")
        text.append(raw: event)
        text.append("\ndata: ")
        let start = text.bytes.count
        compose(&text)
        text.bytes.withUnsafeBytes { bytes in
            let data = UnsafeRawBufferPointer(rebasing: bytes[start...])
            tap.note(.toPage, data, event: event == "promisereturn" ? nil : event)
        }
        text.append("\n\n")
        text.bytes.withUnsafeBytes { task.writeEvent($0) }
    }
}
