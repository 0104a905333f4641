import Foundation
import ServiceWorkerContainer

/// A dedicated worker of a page, or what a shared worker is inside, from the call of its constructor on.
@MainActor
final class DedicatedWorker {
    /// How many scripts of a module worker are remembered.
    private static let mostScripts = 1000

    /// The document id of its realm.
    let id: String
    /// The realm that made it.
    let creator: Realm
    let isModule: Bool
    /// The shared worker that it is to scripts.
    let shared: SharedWorker?
    /// Its script's address, after redirects.
    var url: URL
    /// What it will be to service workers, once its script was asked for.
    var reserved: Client?
    /// Its realm, from then on.
    var realm: Realm?
    /// Whether its runtime was asked for, and so its script runs.
    var isRunning = false
    /// The batches of messages that it has sent.
    var batches = TakenBatches()
    /// The modules it consists of, which ask for others.
    private(set) var scripts: Set<String>

    init(id: String, creator: Realm, url: URL, isModule: Bool, shared: SharedWorker?) {
        (self.id, self.creator, self.url, self.isModule, self.shared) = (id, creator, url, isModule, shared)
        scripts = [url.textWithoutFragment]
    }

    /// A script of a Blob: nobody asks the host for it.
    var isBlob: Bool { url.scheme?.lowercased() == "blob" }

    /// The client that asked for it.
    var creatorClient: ClientID? { shared.map { $0.maker?.id } ?? creator.client }

    /// A module of it asks for another.
    func note(_ script: URL) {
        if scripts.count < Self.mostScripts { scripts.insert(script.textWithoutFragment) }
    }
}
