public import Foundation

/// A message of a web socket.
public enum WebSocketMessage: Sendable, Equatable {
    /// Text.
    case text(String)
    /// Bytes.
    case data(Data)
}

/// An open web socket of a ``LocalServer``.
public final class WebSocket: Sendable {
    /// The client's messages. The sequence ends when the client has gone.
    public let messages: AsyncStream<WebSocketMessage>
    private let receiver: AsyncStream<WebSocketMessage>.Continuation
    private let outgoing: AsyncStream<WebSocketMessage>
    private let sender: AsyncStream<WebSocketMessage>.Continuation
    private let connection: Connection
    private let limits: ServerLimits

    init(on connection: Connection, limits: ServerLimits) {
        self.connection = connection
        self.limits = limits
        (messages, receiver) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(limits.messages))
        (outgoing, sender) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(limits.messages))
    }

    /// Sends a message after those before it. Closes the socket of a client that leaves too many unread.
    public func send(_ message: WebSocketMessage) {
        if case .dropped = sender.yield(message) { Task { @ServerLoop in connection.close() } }
    }

    /// Closes the socket once its messages are sent.
    public func close() { sender.finish() }

    /// Adds a client's message. Closes the socket where too many are unread.
    @ServerLoop
    func receive(_ message: WebSocketMessage) { if case .dropped = receiver.yield(message) { connection.close() } }

    /// Ends the messages of both sides.
    func end() {
        receiver.finish()
        close()
    }

    /// Writes the messages, each when the one before it has left.
    @ServerLoop
    func write() async {
        for await message in outgoing {
            switch message {
            case .text(let text): connection.send(WebSocketFrame.bytes(.text, text.utf8))
            case .data(let data): connection.send(WebSocketFrame.bytes(.binary, data))
            }
            await connection.drain()
            // Frames may have waited until answers to pings had left.
            connection.read()
        }
        connection.send(WebSocketFrame.bytes(closing: .normal))
        connection.end(within: limits.stall)
    }
}
