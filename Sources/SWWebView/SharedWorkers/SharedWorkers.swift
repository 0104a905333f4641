import Foundation
import Logging
import ServiceWorkerContainer
import WebKit

/// The shared workers of one data store. Main actor only.
///
/// Each is a dedicated worker that a hidden page makes: it outlives the document that asked for it first, as long as another
/// owner is there, and every view of the data store finds it. A page stands for an origin and the loader of a view, so that a
/// worker is loaded as the view's own requests are.
@MainActor
final class SharedWorkers {
    /// A constructor call, as a document tells of it.
    struct Call: Decodable {
        var id: String
        var port: String
        /// The constructor URL.
        var url: String
        /// What the worker is really made from, where that is a Blob.
        var script: String?
        var name: String
        var type: SharedWorker.Options.Kind
        var credentials: SharedWorker.Options.Credentials
    }

    private struct PageKey: Hashable {
        let storageKey: StorageKey
        let loading: ObjectIdentifier
    }

    private struct Outcome: Encodable {
        var id: String
        var hasFailed: Bool
    }

    private struct Connect: Encodable {
        var port: String
    }

    /// How many workers there may be at a time.
    private static let most = 1000
    private static let log = Logger(label: "swwebview.sharedworker")

    private unowned let services: ServiceWorkerServices
    private var workers: [String: SharedWorker] = [:]
    /// Those that can be connected to.
    private var open: [SharedWorker.Key: SharedWorker] = [:]
    private var pages: [PageKey: SharedWorkerPage] = [:]

    init(services: ServiceWorkerServices) { self.services = services }

    /// How many workers there are, and hidden pages for them.
    var counts: [Int] { [workers.count, pages.count] }

    // MARK: Documents

    /// The constructor: [SharedWorker(scriptURL, options)](https://html.spec.whatwg.org/multipage/workers.html#dom-sharedworker).
    func connect(_ call: Call, from document: Realm, _ loading: ResourceLoading) {
        let port = services.ports.sent([call.port], by: document).first
        guard let port else { return tell(document, call.id, hasFailed: true) }
        let connection = SharedWorker.Connection(id: call.id, port: port, document: document)
        let key = SharedWorker.Key(storageKey: document.storageKey, url: call.url, name: call.name)
        let options = SharedWorker.Options(type: call.type, credentials: call.credentials)
        guard let worker = open[key] ?? make(call, key, options, for: document, loading),
            worker.options == options, worker.add(connection)
        else { return refuse(connection) }
        if worker.isRunning { answer(worker) }
    }

    /// A document, or any other realm, is gone.
    func leave(_ realm: Realm) {
        for worker in workers.values where worker.leave(realm.id) { worker.page.stop(worker) }
    }

    /// Ends the processes of the hidden pages, as a crash would.
    func terminateWebProcesses() {
        for page in pages.values { page.terminateWebProcess() }
    }

    // MARK: Workers

    private func make(
        _ call: Call, _ key: SharedWorker.Key, _ options: SharedWorker.Options, for document: Realm,
        _ loading: ResourceLoading
    ) -> SharedWorker? {
        guard workers.count < Self.most, let script = script(call, document.storageKey) else { return nil }
        let page = page(for: key.storageKey, loading)
        let worker = SharedWorker(
            id: call.id, key: key, options: options, maker: services.realms.client(of: document), page: page)
        guard page.start(worker, script) else {
            if page.isEmpty { page.emptied?() }
            return nil
        }
        (workers[worker.id], open[key]) = (worker, worker)
        return worker
    }

    /// The address of the script, if a document of that origin may name it.
    private func script(_ call: Call, _ key: StorageKey) -> URL? {
        guard let script = URL(address: call.script ?? call.url) else { return nil }
        guard call.script != nil else { return StorageKey(of: script) == key ? script : nil }
        let prefix = "blob:"
        guard script.absoluteString.hasPrefix(prefix), call.url.hasPrefix(prefix) else { return nil }
        let inner = URL(string: String(script.absoluteString.dropFirst(prefix.count)))
        return inner.flatMap { StorageKey(of: $0) } == key ? script : nil
    }

    private func page(for key: StorageKey, _ loading: ResourceLoading) -> SharedWorkerPage {
        let pageKey = PageKey(storageKey: key, loading: ObjectIdentifier(loading))
        if let page = pages[pageKey] { return page }
        let page = SharedWorkerPage(origin: key, loading: loading, services: services)
        page.emptied = { [weak self, weak page] in
            // Not in the middle of what a worker has to say.
            Task { [weak self, weak page] in
                guard let page, page.isEmpty else { return }
                if self?.pages[pageKey] === page { self?.pages[pageKey] = nil }
                page.close()
            }
        }
        pages[pageKey] = page
        return page
    }

    /// A worker's script begins to run.
    func running(_ worker: SharedWorker) {
        worker.run()
        answer(worker)
    }

    /// A worker has called `close()`: whoever asks for it next gets another.
    func closing(_ worker: SharedWorker) {
        if open[worker.key] === worker { open[worker.key] = nil }
    }

    /// A worker is no more: it was stopped, has closed itself, or never started.
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
            tell(document, connection.id, hasFailed: false)
            realm.post(event: "sharedworkerconnect", json: WireJSON.text(Connect(port: connection.port)))
            services.ports.delivered([connection.port], to: realm)
        }
    }

    private func refuse(_ connection: SharedWorker.Connection) {
        guard let document = connection.document else { return }
        services.ports.close(connection.port, from: document)
        tell(document, connection.id, hasFailed: true)
    }

    private func tell(_ document: Realm, _ id: String, hasFailed: Bool) {
        document.post(event: "sharedworker", json: WireJSON.text(Outcome(id: id, hasFailed: hasFailed)))
    }

    /// What a worker threw, and nobody caught.
    static func note(_ message: String, of worker: SharedWorker) {
        log.warning("\(URL(string: worker.key.url)?.lastPathComponent ?? "a worker"): \(message)")
    }
}

/// What documents tell of shared workers, and these of themselves.
enum SharedWorkerCommands {
    static let table: CommandTable = [
        "/SharedWorker/connect": .notification { json, context in
            guard let realm = context.realm, case .window = realm.kind else { return }
            context.services.sharedWorkers.connect(
                try JSONDecoder().decode(SharedWorkers.Call.self, from: json), from: realm, context.loading)
        },
        "/SharedWorker/running": .notification { _, context in
            if let worker = worker(context) { context.services.sharedWorkers.running(worker) }
        },
        "/SharedWorker/closing": .notification { _, context in
            if let worker = worker(context) { context.services.sharedWorkers.closing(worker) }
        },
    ]

    /// The shared worker that speaks.
    @MainActor
    private static func worker(_ context: CommandContext) -> SharedWorker? {
        context.realm.flatMap { context.host?.clients.workers[$0.id]?.shared }
    }
}
