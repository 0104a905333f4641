package import Foundation

/// A message of a web socket, as its page or worker reports it.
package struct SocketMessage: Sendable, Equatable {
    /// The direction of a message.
    package enum Direction: String, Sendable, Codable {
        /// From the page or worker to the server.
        case send
        /// From the server to the page or worker.
        case receive
    }

    /// The beginning of a message.
    package enum Content: Sendable, Equatable {
        case text(String)
        case bytes(Data)
    }

    package var direction: Direction
    /// The message, or its beginning where it is long.
    package var content: Content
    /// The length of the whole message: characters of text, else bytes.
    package var size: Int

    package init(direction: Direction, content: Content, size: Int) {
        self.direction = direction
        self.content = content
        self.size = size
    }

    /// Whether the content is only the beginning.
    package var isCut: Bool {
        switch content {
        case .text(let text): text.utf16.count < size
        case .bytes(let bytes): bytes.count < size
        }
    }
}

/// An object that observes one web socket of a page or worker. Any thread.
package protocol SocketObserver: Sendable {
    /// Notes that the server has accepted the connection; `name` is the subprotocol, or empty.
    func opened(subprotocol name: String)
    func exchanged(_ message: SocketMessage)
    /// Notes the end, with the code and the reason of the `close` event. It comes once.
    func ended(code: Int, reason: String)
}
