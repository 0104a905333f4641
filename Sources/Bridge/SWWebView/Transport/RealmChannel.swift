import Foundation
import HTTPMessages

/// A channel from the host to a realm. Main actor only.
@MainActor
protocol RealmChannel: AnyObject {
    /// Settles a command's promise with JSON text, whose bytes live for the call, and with bytes that go with it. Only a channel
    /// that carries bytes takes any.
    func reply(to promiseIndex: Int, json: UnsafeRawBufferPointer, bytes: Data)
    /// Rejects a command's promise.
    func reply(to promiseIndex: Int, failure: CommandFailure)
    /// Sends an event with JSON text, and bytes that belong to it.
    func send(event: String, json: String, bytes: Data)
    /// Whether bytes may go with replies.
    var carriesBytes: Bool { get }
}

extension RealmChannel {
    func reply(to promiseIndex: Int, json: UnsafeRawBufferPointer) {
        reply(to: promiseIndex, json: json, bytes: Data())
    }

    func send(event: String, json: String) { send(event: event, json: json, bytes: Data()) }
}

/// A channel whose messages are JSON texts, each with bytes beside it. Main actor only.
@MainActor
protocol ByteChannel: RealmChannel {
    /// Sends the message that `compose` writes, and the bytes that go with it.
    ///
    /// - Returns: false where they are too large.
    @discardableResult
    func send(_ bytes: Data, _ compose: (inout ByteText) -> Void) -> Bool
}

extension ByteChannel {
    var carriesBytes: Bool { true }

    func reply(to promiseIndex: Int, json: UnsafeRawBufferPointer, bytes: Data) {
        let isSent = send(bytes) { $0.append(replyTo: promiseIndex, json: json) }
        if !isSent { reply(to: promiseIndex, failure: .tooLarge) }
    }

    func reply(to promiseIndex: Int, failure: CommandFailure) {
        send(Data()) { $0.append(replyTo: promiseIndex, failure: failure) }
    }

    func send(event: String, json: String, bytes: Data) {
        send(bytes) { $0.append(event: event, json: json) }
    }
}
