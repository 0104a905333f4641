import Foundation

/// A frame of a web socket, without its payload.
///
/// Source: The WebSocket Protocol, https://www.rfc-editor.org/rfc/rfc6455
struct WebSocketFrame {
    enum Opcode: UInt8 {
        case continuation = 0
        case text = 1
        case binary = 2
        case close = 8
        case ping = 9
        case pong = 10

        var isControl: Bool { rawValue >= 8 }
    }

    /// Why a web socket is closed.
    enum CloseCode: UInt16, Error {
        case normal = 1000
        case protocolError = 1002
        case notUTF8 = 1007
        case tooLarge = 1009
    }

    let opcode: Opcode
    /// Whether it ends its message.
    let isLast: Bool
    let length: Int
    let mask: [UInt8]

    /// Takes a client's frame up to its payload; nil where that has not come.
    ///
    /// - Parameter limit: the most bytes of a payload.
    init?(from input: InputBuffer, limit: Int) throws(CloseCode) {
        let bytes = Array(input.rest.prefix(14))
        guard bytes.count >= 2 else { return nil }
        // No extension was agreed on, which the bits after the first would be for. Clients mask their frames.
        guard let opcode = Opcode(rawValue: bytes[0] & 0x0F), bytes[0] & 0x70 == 0, bytes[1] & 0x80 != 0 else {
            throw .protocolError
        }
        (self.opcode, isLast) = (opcode, bytes[0] & 0x80 != 0)
        let short = bytes[1] & 0x7F
        let size = 2 + (short == 126 ? 2 : short == 127 ? 8 : 0)
        guard bytes.count >= size else { return nil }
        let length = size == 2 ? UInt64(short) : bytes[2..<size].reduce(0) { $0 << 8 | UInt64($1) }
        guard !opcode.isControl || isLast && length <= 125 else { throw .protocolError }
        guard length <= UInt64(limit) else { throw .tooLarge }
        guard bytes.count >= size + 4 else { return nil }
        self.length = Int(length)
        mask = Array(bytes[size..<size + 4])
        input.take(atMost: size + 4)
    }

    /// Returns a frame of the server's.
    static func bytes(_ opcode: Opcode, _ payload: some Collection<UInt8>) -> [UInt8] {
        let count = payload.count
        var bytes = [0x80 | opcode.rawValue, count < 126 ? UInt8(count) : count < 1 << 16 ? 126 : 127]
        if count >= 126 {
            let size = count < 1 << 16 ? 2 : 8
            bytes += (0..<size).reversed().map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
        }
        return bytes + payload
    }

    static func bytes(closing code: CloseCode) -> [UInt8] {
        bytes(.close, [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xFF)])
    }
}

/// Turns a client's frames into messages.
@ServerLoop
final class WebSocketFrames: ConnectionReader {
    /// A client that reads no answers to its pings sends no more than these.
    private static let mostUnsent = 64 * 1024

    private let socket: WebSocket
    private let connection: Connection
    private let limits: ServerLimits
    private var frame: WebSocketFrame?
    private var payload: [UInt8] = []
    /// The fragments of a message, and what it is.
    private var message: (opcode: WebSocketFrame.Opcode, bytes: [UInt8])?

    init(_ socket: WebSocket, _ connection: Connection, _ limits: ServerLimits) {
        self.socket = socket
        self.connection = connection
        self.limits = limits
    }

    var isReading: Bool { connection.unsent < Self.mostUnsent }

    func ended() { socket.end() }

    func read(_ input: InputBuffer) {
        do throws(WebSocketFrame.CloseCode) {
            while connection.isServed, isReading {
                if frame == nil { frame = try WebSocketFrame(from: input, limit: limits.message) }
                guard let frame else { return }
                payload += input.take(atMost: frame.length - payload.count)
                guard payload.count == frame.length else { return }
                var whole: [UInt8] = []
                swap(&whole, &payload)
                self.frame = nil
                for index in whole.indices { whole[index] ^= frame.mask[index & 3] }
                try take(frame, whole)
            }
        } catch {
            end(with: WebSocketFrame.bytes(closing: error))
        }
    }

    private func take(_ frame: WebSocketFrame, _ payload: [UInt8]) throws(WebSocketFrame.CloseCode) {
        switch frame.opcode {
        case .ping: connection.send(WebSocketFrame.bytes(.pong, payload))
        case .pong: break
        case .close:
            try check(closing: payload)
            end(with: WebSocketFrame.bytes(.close, payload))
        case .text, .binary:
            guard message == nil else { throw .protocolError }
            message = (frame.opcode, payload)
        case .continuation:
            guard let count = message?.bytes.count else { throw .protocolError }
            guard count + payload.count <= limits.message else { throw .tooLarge }
            message?.bytes += payload
        }
        guard !frame.opcode.isControl, frame.isLast, let message = message.take() else { return }
        if message.opcode == .binary { return socket.receive(.data(Data(message.bytes))) }
        guard let text = String(validating: message.bytes, as: UTF8.self) else { throw .notUTF8 }
        socket.receive(.text(text))
    }

    /// Checks the code and the reason of a client's close frame: https://www.rfc-editor.org/rfc/rfc6455#section-7.4
    private func check(closing payload: [UInt8]) throws(WebSocketFrame.CloseCode) {
        if payload.isEmpty { return }
        guard payload.count > 1 else { throw .protocolError }
        let code = Int(payload[0]) << 8 | Int(payload[1])
        guard (1000...1014).contains(code) || (3000...4999).contains(code), ![1004, 1005, 1006].contains(code) else {
            throw .protocolError
        }
        guard String(validating: payload.dropFirst(2), as: UTF8.self) != nil else { throw .notUTF8 }
    }

    private func end(with bytes: [UInt8]) {
        connection.send(bytes)
        connection.end(within: limits.stall)
    }
}
