import WebKit

/// What a command does with its body, which is JSON text from a page: not to be trusted.
enum Command {
    /// Answers at once with JSON text. The bytes live for the call.
    case immediate(@MainActor (UnsafeRawBufferPointer) throws -> UnsafeRawBufferPointer)
    /// Is heard without a reply, and without a stream: for what a page says as it goes.
    case notification(@MainActor (Data, CommandContext) async throws -> Void)
    /// Answers later with JSON text.
    case deferred(@MainActor (Data, CommandContext) async throws -> Data)
    /// Answers through a reply that it keeps, in the order of other things that happen.
    case kept(@MainActor (Data, CommandContext, CommandReply) async throws -> Void)
}

/// What a command may use.
struct CommandContext {
    /// Who sent it; nil for a notification of a frame that has no stream.
    let realm: Realm?
    /// Where the sender's requests are answered from.
    let loading: ResourceLoading
    /// The service workers of the sender's data store.
    let services: ServiceWorkerServices
    /// The view that the sender's page is in; nil for a service worker.
    let host: BridgeHost?
}

/// The commands by path.
typealias CommandTable = [String: Command]

extension CommandTable {
    /// What every realm may send.
    static var all: CommandTable {
        let tables: [CommandTable] = [
            ["/ping": .immediate { $0 }, BeaconCommand.path: .notification(BeaconCommand.run)],
            EventStreamCommands.table, ClientCommands.table, DedicatedWorkerCommands.table, SharedWorkerCommands.table,
            FetchCommands.table,
            ContainerCommands.table, MessageCommands.table, WorkerCommands.table, CacheCommands.table,
            CacheCommands.opaqueTable, WindowCommands.table,
        ]
        return tables.reduce(into: [:]) { all, table in all.merge(table) { first, _ in first } }
    }
}

/// Settles the promise of one command, once. Main actor only.
@MainActor
struct CommandReply {
    weak var channel: (any RealmChannel)?
    let promiseIndex: Int

    func resolve(_ json: Data) {
        json.withUnsafeBytes { channel?.reply(to: promiseIndex, json: $0) }
    }

    func reject(_ error: any Error) {
        channel?.reply(to: promiseIndex, failure: CommandFailure(error))
    }
}
