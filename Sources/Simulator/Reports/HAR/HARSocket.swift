import Foundation
import Synchronization
import URLInterception

/// The observer that records a web socket for an archive, as an entry with `_webSocketMessages`, the form of Chrome's developer tools.
/// Any thread.
final class HARSocket: SocketObserver {
    /// The most bytes of messages that an entry keeps.
    private static let most = 4 << 20

    struct Message: Encodable {
        /// `send` or `receive`.
        var type: SocketMessage.Direction
        /// Seconds since 1970.
        var time: Double
        /// 1 for text, 2 for bytes.
        var opcode: Int
        /// The text, or the bytes in Base64.
        var data: String
        /// The length of a message of which `data` is only the beginning.
        var _size: Int?
    }

    private struct State {
        var entry: HAREntry
        var size = 0
        var dropped = 0
        var opened: Double?
    }

    private let start = ContinuousClock.now
    private let state: Mutex<State>
    private let finish: @Sendable (HARSocket) -> Void

    /// - Parameter finish: the closure that is called once at the end of the socket.
    init(_ entry: HAREntry, finish: @escaping @Sendable (HARSocket) -> Void) {
        var entry = entry
        entry._resourceType = "websocket"
        entry._webSocketMessages = []
        state = Mutex(State(entry: entry))
        self.finish = finish
    }

    func opened(subprotocol name: String) {
        let elapsed = HARRecorder.rounded(start.duration(to: .now))
        state.withLock { state in
            state.opened = elapsed
            state.entry.response.status = 101
            state.entry.response.statusText = "Switching Protocols"
            guard !name.isEmpty else { return }
            state.entry.response.headers = [HAREntry.Pair(name: "Sec-WebSocket-Protocol", value: name)]
        }
    }

    func exchanged(_ message: SocketMessage) {
        let isText: Bool
        let data: String
        switch message.content {
        case .text(let text): (isText, data) = (true, text)
        case .bytes(let bytes): (isText, data) = (false, bytes.base64EncodedString())
        }
        let time = (Date().timeIntervalSince1970 * 1000).rounded() / 1000
        state.withLock { state in
            guard state.size + data.utf8.count <= Self.most else {
                state.dropped += 1
                return
            }
            state.size += data.utf8.count
            state.entry._webSocketMessages?.append(
                Message(
                    type: message.direction, time: time, opcode: isText ? 1 : 2, data: data,
                    _size: message.isCut ? message.size : nil))
        }
    }

    func ended(code: Int, reason: String) {
        state.withLock { state in
            guard state.opened == nil || code == 1006 else { return }
            state.entry._error = reason.isEmpty ? "The socket closed with the code \(code)." : reason
        }
        finish(self)
    }

    /// The entry as it is now.
    var entry: HAREntry {
        let elapsed = HARRecorder.rounded(start.duration(to: .now))
        return state.withLock { state in
            var entry = state.entry
            let opened = state.opened ?? elapsed
            entry.time = elapsed
            entry.timings.wait = opened
            entry.timings.receive = elapsed - opened
            if state.dropped > 0 { entry.comment = "\(state.dropped) messages are too much for this archive." }
            return entry
        }
    }
}
