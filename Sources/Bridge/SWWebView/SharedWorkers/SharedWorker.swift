import Fetch
import ServiceWorkers
import WebKit

/// The hidden page that runs a shared worker, as the worker's owners and its dedicated worker use it.
@MainActor
protocol SharedWorkerRunner: AnyObject {
    /// Notes that a worker has its script.
    func hasScript(_ worker: SharedWorker)
    /// Ends a worker.
    func stop(_ worker: SharedWorker)
    /// Removes a worker that has ended, for whatever reason.
    func ended(_ worker: SharedWorker)
}

/// A shared worker, from the first constructor call that names it.
///
/// Source: [SharedWorkerGlobalScope](https://html.spec.whatwg.org/multipage/workers.html#shared-workers-and-the-sharedworkerglobalscope-interface).
@MainActor
final class SharedWorker {
    /// The key by which constructor calls find the worker.
    struct Key: Hashable {
        let storageKey: StorageKey
        /// The constructor URL of the worker.
        let url: String
        let name: String
    }

    /// A constructor call.
    struct Connection {
        let id: String
        /// The id of the port that the worker's script gets.
        let port: String
        weak var document: Realm?
    }

    /// The most calls that may wait for the worker to run, and the most that hear of its errors later.
    private static let mostWaiting = 1000

    /// The document id of its realm.
    let id: String
    let key: Key
    let options: Options
    /// The client that made the worker, from which it inherits where its script is a Blob.
    let maker: Client?
    /// The referrer policy of that client.
    let referrerPolicy: ReferrerPolicy
    /// The hidden page of the worker.
    let page: any SharedWorkerRunner
    /// Whether the script runs or has run: from then on its errors do not fail the start.
    private(set) var isRunning = false
    private var connections: [Connection] = []
    private var answered: [Connection] = []
    /// Its [owner set](https://html.spec.whatwg.org/multipage/workers.html#concept-WorkerGlobalScope-owner-set), by document id.
    private var owners: Set<String> = []

    /// The options of the script. Every call for the worker has to name the same.
    struct Options: Codable, Equatable {
        enum Kind: String, Codable { case classic, module }

        var type: Kind
        var credentials: CredentialsMode
    }

    init(
        id: String, key: Key, options: Options, maker: Client?, referrerPolicy: ReferrerPolicy,
        page: any SharedWorkerRunner
    ) {
        (self.id, self.key, self.options, self.maker, self.page) = (id, key, options, maker, page)
        self.referrerPolicy = referrerPolicy
    }

    /// Adds a call of the constructor by a document.
    ///
    /// - Returns: whether there is room for the call.
    func add(_ connection: Connection) -> Bool {
        guard connections.count < Self.mostWaiting, let document = connection.document else { return false }
        owners.insert(document.id)
        connections.append(connection)
        return true
    }

    /// Notes that the script begins to run.
    func run() { isRunning = true }

    /// Returns the calls that wait for an answer, and forgets them.
    func takeConnections() -> [Connection] {
        defer { connections = [] }
        return connections
    }

    /// Notes a call that was answered.
    func note(_ connection: Connection) { if answered.count < Self.mostWaiting { answered.append(connection) } }

    /// The calls that were answered, each by its id and its document.
    var connected: [(id: String, document: Realm)] {
        answered.compactMap { connection in connection.document.map { (connection.id, $0) } }
    }

    /// Removes a document that has gone from the owners.
    ///
    /// - Returns: whether the document was the last owner.
    func leave(_ document: String) -> Bool {
        answered.removeAll { $0.document?.id == document }
        return owners.remove(document) != nil && owners.isEmpty
    }
}
