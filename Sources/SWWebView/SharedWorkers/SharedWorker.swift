import ServiceWorkerContainer
import WebKit

/// A shared worker, from the first constructor call that names it on.
///
/// Source: [SharedWorkerGlobalScope](https://html.spec.whatwg.org/multipage/workers.html#shared-workers-and-the-sharedworkerglobalscope-interface).
@MainActor
final class SharedWorker {
    /// What constructor calls know it by.
    struct Key: Hashable {
        let storageKey: StorageKey
        /// Its constructor URL.
        let url: String
        let name: String
    }

    /// A call of the constructor that nobody has answered yet.
    struct Connection {
        let id: String
        /// The id of the port that its script gets.
        let port: String
        weak var document: Realm?
    }

    /// How many calls may wait for it to run.
    private static let mostWaiting = 1000

    /// The document id of its realm.
    let id: String
    let key: Key
    let options: Options
    /// The client that made it, from which it inherits where its script is a Blob.
    let maker: Client?
    /// The page that it is made in.
    let page: SharedWorkerPage
    /// Whether its script runs, or has: from then on it has started well.
    private(set) var isRunning = false
    private var connections: [Connection] = []
    /// Its [owner set](https://html.spec.whatwg.org/multipage/workers.html#concept-WorkerGlobalScope-owner-set), by document id.
    private var owners: Set<String> = []

    /// What the script has to be made with; every call for the worker has to name the same.
    struct Options: Codable, Equatable {
        enum Kind: String, Codable { case classic, module }
        enum Credentials: String, Codable { case omit, sameOrigin = "same-origin", include }

        var type: Kind
        var credentials: Credentials
    }

    init(id: String, key: Key, options: Options, maker: Client?, page: SharedWorkerPage) {
        (self.id, self.key, self.options, self.maker, self.page) = (id, key, options, maker, page)
    }

    /// A document has called the constructor.
    ///
    /// - Returns: whether there is room for it.
    func add(_ connection: Connection) -> Bool {
        guard connections.count < Self.mostWaiting, let document = connection.document else { return false }
        owners.insert(document.id)
        connections.append(connection)
        return true
    }

    /// Its script begins to run.
    func run() { isRunning = true }

    /// The calls that wait for an answer, which they get now.
    func takeConnections() -> [Connection] {
        defer { connections = [] }
        return connections
    }

    /// A document has gone.
    ///
    /// - Returns: whether it was the last owner.
    func leave(_ document: String) -> Bool { owners.remove(document) != nil && owners.isEmpty }
}
