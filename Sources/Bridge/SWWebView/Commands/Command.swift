import WebKit

/// The work of a command. Its body is JSON text from a page, which is not to be trusted.
enum Command {
    /// Answers at once with JSON text. The bytes live for the call.
    case immediate(@MainActor (UnsafeRawBufferPointer) throws -> UnsafeRawBufferPointer)
    /// Runs without a reply and without a stream: for messages of a page that is going away.
    case notification(@MainActor (Data, CommandContext) async throws -> Void)
    /// Answers later with JSON text.
    case deferred(@MainActor (Data, CommandContext) async throws -> Data)
    /// Answers through a reply that it keeps, in order with other events.
    case kept(@MainActor (Data, CommandContext, CommandReply) async throws -> Void)
    /// Answers through a reply, in a task of the main actor's queue. A task that begins at once costs more where the work waits for
    /// the web process: it goes on over another thread.
    case queued(@MainActor (Data, CommandContext, CommandReply) async throws -> Void)
    /// Answers at once through a reply where it can, which costs less than a task. Returns the work that is left, or nil.
    case prompt(@MainActor (Data, CommandContext, CommandReply) throws -> (@MainActor () async throws -> Void)?)
}

/// The values that a command may use.
struct CommandContext {
    /// The realm that sent the command; nil for a notification of a frame that has no stream.
    let realm: Realm?
    /// The loading that answers the sender's requests.
    let loading: ViewSources
    /// The service workers of the sender's data store.
    let services: WorkerStore
    /// The clients of the view that the sender's page is in; nil for a service worker.
    let clients: PageClients?
    /// The event streams of that view; nil for a service worker.
    let streams: EventStreams?
    /// The bytes that came with the command over a channel.
    var bytes = Data()
}

/// The commands by path.
typealias CommandTable = [String: Command]
