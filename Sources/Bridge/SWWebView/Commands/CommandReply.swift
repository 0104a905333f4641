import Foundation

/// Settles the promise of one command, once. Main actor only.
@MainActor
struct CommandReply {
    weak var channel: (any RealmChannel)?
    let promiseIndex: Int

    func resolve(_ json: Data, bytes: Data = Data()) {
        json.withUnsafeBytes { channel?.reply(to: promiseIndex, json: $0, bytes: bytes) }
    }

    func reject(_ error: any Error) {
        channel?.reply(to: promiseIndex, failure: CommandFailure(error))
    }
}
