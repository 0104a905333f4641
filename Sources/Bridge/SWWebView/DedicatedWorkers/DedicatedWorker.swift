import Fetch
import Foundation
import ServiceWorkers
import URLInterception

/// A dedicated worker of a page, or the one inside a shared worker, from the call of its constructor on.
@MainActor
final class DedicatedWorker {
    /// The announcement of a worker that a page is about to make.
    struct Announcement: Decodable {
        var id: String
        var url: String
        var type: String?
        var isMarked: Bool?
        var credentials: CredentialsMode?
    }

    /// The most scripts of a module worker that are remembered.
    private static let mostScripts = 1000

    /// The document id of its realm.
    let id: String
    /// The realm that made it.
    let creator: Realm
    let isModule: Bool
    /// The credentials mode of the request for a module's script; nil for "same-origin", which is a classic script's.
    let credentials: CredentialsMode?
    /// Whether the address of its script has a mark of its own.
    let isMarked: Bool
    /// The shared worker that contains it.
    let shared: SharedWorker?
    /// Its script's address, after redirects.
    private(set) var url: URL
    /// Whether a redirect or a service worker has given the script another address than WebKit has.
    private(set) var isRedirected = false
    /// The script of a redirected worker, until it is requested from its own address.
    var redirectedScript: LoadedResource?
    /// The referrer policy of its requests: the creator's, unless its script comes with another.
    var referrerPolicy: ReferrerPolicy { didSet { realm?.referrerPolicy = referrerPolicy } }
    /// The client that the worker will become; nil before its script is requested.
    var reserved: Client?
    /// The realm of the worker; nil before its script is requested.
    var realm: Realm?
    /// Whether the worker's runtime was requested, so that its script runs.
    var isRunning = false
    /// The batches of messages that it has sent.
    var batches = TakenBatches()
    /// Takes the messages of the latest batch.
    var lastPost: Task<Void, Never>?
    /// The addresses of its modules, which import others.
    private(set) var scripts: Set<String>

    init(_ announcement: Announcement, at url: URL, by creator: Realm, for shared: SharedWorker?) {
        (id, self.creator, self.url, self.shared) = (announcement.id, creator, url, shared)
        (isModule, isMarked) = (announcement.type == "module", announcement.isMarked ?? false)
        credentials = isModule ? announcement.credentials : nil
        referrerPolicy = shared?.referrerPolicy ?? creator.referrerPolicy
        scripts = [url.textWithoutFragment]
    }

    /// Whether the script is a Blob, which is not requested from the host.
    var isBlob: Bool { url.scheme?.lowercased() == "blob" }

    /// Returns whether the worker's script has an address, apart from its fragment.
    func isAt(_ address: URL) -> Bool { url.textWithoutFragment == address.textWithoutFragment }

    /// The client that made the worker.
    var creatorClient: ClientID? { shared.map { $0.maker?.id } ?? creator.client }

    /// Notes the address of the script after redirects.
    func redirect(to final: URL) {
        (url, isRedirected) = (final, true)
        note(final)
    }

    /// Notes a script that one of the worker's modules imports.
    func note(_ script: URL) {
        if scripts.count < Self.mostScripts { scripts.insert(script.textWithoutFragment) }
    }
}
