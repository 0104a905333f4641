public import Foundation
import NIOCore
import NIOWebSocket

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
    private let outgoing: AsyncStream<WebSocketMessage>
    private let sender: AsyncStream<WebSocketMessage>.Continuation
    private let channel: any Channel

    init(on channel: any Channel, messages: AsyncStream<WebSocketMessage>, limits: ServerLimits) {
        self.channel = channel
        self.messages = messages
        (outgoing, sender) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(limits.messages))
    }

    /// Sends a message after those before it. Closes the socket of a client that leaves too many unread.
    public func send(_ message: WebSocketMessage) {
        if case .dropped = sender.yield(message) { channel.close(promise: nil) }
    }

    /// Closes the socket once its messages are sent.
    public func close() { sender.finish() }

    /// Writes the messages, each when the one before it has left.
    func write() async {
        for await message in outgoing {
            let frame =
                switch message {
                case .text(let text): WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: text))
                case .data(let data): WebSocketFrame(fin: true, opcode: .binary, data: ByteBuffer(bytes: data))
                }
            guard (try? await channel.writeAndFlush(frame)) != nil else { return }
        }
        var code = ByteBuffer()
        code.write(webSocketErrorCode: .normalClosure)
        try? await channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .connectionClose, data: code))
        try? await channel.close()
    }
}

/// Turns a client's frames into messages. Event loop only.
final class WebSocketFrames: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let messages: AsyncStream<WebSocketMessage>.Continuation

    init(_ messages: AsyncStream<WebSocketMessage>.Continuation) { self.messages = messages }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        let bytes = frame.unmaskedData
        switch frame.opcode {
        case .text: take(.text(String(buffer: bytes)), context)
        case .binary: take(.data(Data(bytes.readableBytesView)), context)
        case .ping:
            context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .pong, data: bytes)), promise: nil)
        case .connectionClose:
            let reply = WebSocketFrame(fin: true, opcode: .connectionClose, data: bytes)
            // A promise of its own: the channel outlives the context.
            let channel = context.channel
            context.writeAndFlush(wrapOutboundOut(reply)).whenComplete { _ in channel.close(promise: nil) }
        default: break
        }
    }

    private func take(_ message: WebSocketMessage, _ context: ChannelHandlerContext) {
        if case .dropped = messages.yield(message) { context.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    func channelInactive(context: ChannelHandlerContext) {
        messages.finish()
        context.fireChannelInactive()
    }
}
