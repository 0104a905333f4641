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
    private var buffer: [UInt8] = []

    init(task: URLSchemeTask, realm: Realm?) {
        id = Self.makeID()
        self.task = task
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
        begin("event: promisereturn\ndata: {\"promiseIndex\":")
        append(promiseIndex)
        append(",\"response\":")
        append(json: json)
        append("}\n\n")
        send()
    }

    /// Rejects a command's promise.
    func reply(to promiseIndex: Int, failure: CommandFailure) {
        begin("event: promisereturn\ndata: {\"promiseIndex\":")
        append(promiseIndex)
        append(",\"error\":")
        append(failure.json)
        append("}\n\n")
        send()
    }

    /// Sends an event with JSON text.
    func send(event: String, json: String) {
        begin("event: \(event)\ndata: ")
        append(json)
        append("\n\n")
        send()
    }

    private func begin(_ text: String) {
        buffer.removeAll(keepingCapacity: true)
        append(text)
    }

    private func append(_ text: String) {
        buffer.append(contentsOf: text.utf8)
    }

    private func append(_ number: Int) {
        append(String(number))
    }

    /// A line break, white space in JSON, would end the event's line.
    private func append(json: UnsafeRawBufferPointer) {
        let start = buffer.count
        buffer.append(contentsOf: json)
        for index in start..<buffer.count where buffer[index] == 0x0A || buffer[index] == 0x0D { buffer[index] = 0x20 }
    }

    private func send() {
        buffer.withUnsafeBytes { task.writeEvent($0) }
    }
}
