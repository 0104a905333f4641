import Fetch
import Foundation
import HTTPMessages
import Logging
import ServiceWorkers
import WebKit

/// The shared workers of one data store. Main actor only.
///
/// Each is a dedicated worker of a hidden page. So it outlives the document that made it, as long as it has another owner, and
/// every view of the data store finds it. A page stands for an origin and a view's loader, so that a worker is loaded as the
/// view's own requests are.
@MainActor
final class SharedWorkers {
    /// A constructor call, as a document reports it.
    struct Call: Decodable {
        var id: String
        var port: String
        /// The constructor URL.
        var url: String
        /// The address of the Blob that the worker is made from, where it is one.
        var script: String?
        var name: String
        var type: SharedWorker.Options.Kind
        var credentials: CredentialsMode
        /// The content security policies of the document's `<meta>` elements.
        var policies: [String]?
    }

    private struct PageKey: Hashable {
        let storageKey: StorageKey
        let loading: ObjectIdentifier
    }

    private struct Outcome: Encodable {
        var id: String
        var hasFailed: Bool
        /// Whether a content security policy of the document does not allow the script.
        var isForbidden = false
        var error: SharedWorkerError?
    }

    private struct Connect: Encodable {
        var port: String
    }

    /// The most workers at a time.
    private static let most = 1000
    private static let log = Logger(label: "swwebview.sharedworker")

    private unowned let services: WorkerStore
    private var workers: [String: SharedWorker] = [:]
    /// The workers that can be connected to.
    private var open: [SharedWorker.Key: SharedWorker] = [:]
    private var pages: [PageKey: SharedWorkerPage] = [:]

    init(services: WorkerStore) { self.services = services }

    /// The numbers of workers and of hidden pages for them.
    var counts: [Int] { [workers.count, pages.count] }

    // MARK: Documents

    /// Implements the constructor [SharedWorker(scriptURL, options)](https://html.spec.whatwg.org/multipage/workers.html#dom-sharedworker).
    func connect(_ call: Call, from document: Realm, _ loading: ViewSources) {
        let port = services.ports.sent([call.port], by: document).first
        guard let port else { return tell(document, Outcome(id: call.id, hasFailed: true)) }
        let connection = SharedWorker.Connection(id: call.id, port: port, document: document)
        let key = SharedWorker.Key(storageKey: document.storageKey, url: call.url, name: call.name)
        let options = SharedWorker.Options(type: call.type, credentials: call.credentials)
        guard isAllowed(call, by: document) else { return refuse(connection, isForbidden: true) }
        guard let worker = open[key] ?? make(call, key, options, for: document, loading),
            worker.options == options, worker.add(connection)
        else { return refuse(connection) }
        if worker.isRunning { answer(worker) }
    }

    /// Removes a document, or any other realm, that is gone from the owners of its workers.
    func leave(_ realm: Realm) {
        for worker in workers.values where worker.leave(realm.id) { worker.page.stop(worker) }
    }

    /// Ends the processes of the hidden pages, as a crash would.
    func terminateWebProcesses() {
        for page in pages.values { page.terminateWebProcess() }
    }

    // MARK: Workers

    /// Returns whether the document's content security policies allow a script of its origin.
    private func isAllowed(_ call: Call, by document: Realm) -> Bool {
        guard call.script == nil, let url = URL(address: call.url) else { return true }
        return WorkerSourcePolicy(values: document.securityPolicies + (call.policies ?? [])).allows(url)
    }

    private func make(
        _ call: Call, _ key: SharedWorker.Key, _ options: SharedWorker.Options, for document: Realm,
        _ loading: ViewSources
    ) -> SharedWorker? {
        guard workers.count < Self.most, let script = script(call, document.storageKey) else { return nil }
        let page = page(for: key.storageKey, loading)
        let worker = SharedWorker(
            id: call.id, key: key, options: options, maker: services.realms.client(of: document),
            referrerPolicy: document.referrerPolicy, page: page)
        guard page.start(worker, script) else {
            if page.isEmpty { page.emptied?() }
            return nil
        }
        (workers[worker.id], open[key]) = (worker, worker)
        return worker
    }

    /// Returns the address of the script, or nil where a document of that origin may not name it.
    private func script(_ call: Call, _ key: StorageKey) -> URL? {
        guard let script = URL(address: call.script ?? call.url) else { return nil }
        guard call.script != nil else { return StorageKey(of: script) == key ? script : nil }
        let prefix = "blob:"
        guard script.absoluteString.hasPrefix(prefix), call.url.hasPrefix(prefix) else { return nil }
        let inner = URL(string: String(script.absoluteString.dropFirst(prefix.count)))
        return inner.flatMap { StorageKey(of: $0) } == key ? script : nil
    }

    private func page(for key: StorageKey, _ loading: ViewSources) -> SharedWorkerPage {
        let pageKey = PageKey(storageKey: key, loading: ObjectIdentifier(loading))
        if let page = pages[pageKey] { return page }
        let page = SharedWorkerPage(origin: key, loading: loading, services: services)
        page.emptied = { [weak self, weak page] in
            // The page closes later, not while a worker's message is being handled.
            Task { [weak self, weak page] in
                guard let page, page.isEmpty else { return }
                if self?.pages[pageKey] === page { self?.pages[pageKey] = nil }
                page.close()
            }
        }
        pages[pageKey] = page
        return page
    }

    /// Notes that a worker's script begins to run, and connects its callers.
    func running(_ worker: SharedWorker) {
        worker.run()
        answer(worker)
    }

    /// Closes a worker to new connections after its call of `close()`: the next constructor call makes another.
    func closing(_ worker: SharedWorker) {
        if open[worker.key] === worker { open[worker.key] = nil }
    }

    /// Removes a worker that was stopped, has closed itself, or never started.
    func ended(_ worker: SharedWorker) {
        closing(worker)
        workers[worker.id] = nil
        for connection in worker.takeConnections() { refuse(connection) }
    }

    /// Gives the worker the ports that wait.
    private func answer(_ worker: SharedWorker) {
        guard let realm = services.realms[worker.id] else { return }
        for connection in worker.takeConnections() {
            guard let document = connection.document else { continue }
            worker.note(connection)
            tell(document, Outcome(id: connection.id, hasFailed: false))
            realm.post(event: "sharedworkerconnect", json: JSONText.text(Connect(port: connection.port)))
            services.ports.delivered([connection.port], to: realm)
        }
    }

    private func refuse(_ connection: SharedWorker.Connection, isForbidden: Bool = false) {
        guard let document = connection.document else { return }
        services.ports.close(connection.port, from: document)
        tell(document, Outcome(id: connection.id, hasFailed: true, isForbidden: isForbidden))
    }

    private func tell(_ document: Realm, _ outcome: Outcome) {
        document.post(event: "sharedworker", json: JSONText.text(outcome))
    }

    /// Logs an uncaught error of a worker. One of the script's own task fires as an `error` event at the objects that are connected to the
    /// worker, as in WebKit.
    ///
    /// - Parameter isLate: whether the error came after that task.
    func report(_ error: SharedWorkerError, of worker: SharedWorker, isLate: Bool) {
        Self.log.warning("\(URL(string: worker.key.url)?.lastPathComponent ?? "a worker"): \(error)")
        if isLate { return }
        for (id, document) in worker.connected { tell(document, Outcome(id: id, hasFailed: true, error: error)) }
    }
}
