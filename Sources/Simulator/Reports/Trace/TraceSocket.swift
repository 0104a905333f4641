import Foundation
import URLInterception

/// The observer that writes a web socket into a trace: an entry for each of its events. Any thread.
final class TraceSocket: SocketObserver {
    private let id: Int
    private let file: TraceFile

    private struct Event: Encodable {
        var id: Int
        /// The address and the side that makes the socket: members of its first entry.
        var url: String?
        var asker: NetworkAsker?
        /// The subprotocol of a socket that has opened.
        var opened: String?
        var direction: SocketMessage.Direction?
        /// A message, or its beginning: text, or bytes in Base64.
        var text: String?
        var bytes: String?
        /// The length of the whole message, in characters or bytes.
        var size: Int?
        /// The code and the reason of a socket that has closed.
        var code: Int?
        var reason: String?
    }

    init(_ id: Int, _ url: URL, by asker: NetworkAsker, in file: TraceFile) {
        self.id = id
        self.file = file
        file.write(.socket, Event(id: id, url: url.absoluteString, asker: asker))
    }

    func opened(subprotocol name: String) { file.write(.socket, Event(id: id, opened: name)) }

    func exchanged(_ message: SocketMessage) {
        var event = Event(id: id, direction: message.direction, size: message.size)
        switch message.content {
        case .text(let text): event.text = text
        case .bytes(let bytes): event.bytes = bytes.base64EncodedString()
        }
        file.write(.socket, event)
    }

    func ended(code: Int, reason: String) { file.write(.socket, Event(id: id, code: code, reason: reason)) }
}
