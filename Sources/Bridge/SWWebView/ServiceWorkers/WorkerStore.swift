import Foundation
import Logging
import ServiceWorkers
import WebKit

/// The service workers of one data store, which all its views share. Main actor only.
@MainActor
final class WorkerStore {
    /// Returns the services of a data store, made with the first call.
    static func of(_ store: WKWebsiteDataStore) -> WorkerStore {
        if let known = store.companion as? WorkerStore { return known }
        let services = WorkerStore(store)
        store.companion = services
        return services
    }

    /// The folder that keeps everything; nil for the process's memory.
    private let folder: URL?
    private var opening: SharedResult<ServiceWorkerContainer>?
    private var storage: ServiceWorkerStorage?
    /// The container of registrations and workers; nil before it was needed.
    private(set) var container: ServiceWorkerContainer?
    private(set) var workerHost: WorkerRunner?
    /// The longest time that an event may keep a worker.
    var eventLimit = WorkerTimers().eventLimit {
        didSet { container?.assumeIsolated { [eventLimit] in $0.setEventLimit(eventLimit) } }
    }
    /// The form in which workers that start from now on see addresses under `sw://`.
    var workerAddresses = ServiceWorkerAddresses.https
    /// The observers of what workers print, in place of the log.
    let console = ObserverList<ServiceWorkerOutput>()
    /// The observation point of messages between the workers and the host.
    let tap = BridgeTap()
    /// The changes of a simulated system to workers that start from now on.
    var realmChanges = EnvironmentPatches()
    /// The observers of text that a script of the changes sends from a worker.
    let realmScriptMessages = ObserverList<String>()
    /// The owner. A request that hangs can keep the services for longer.
    private(set) weak var store: WKWebsiteDataStore?
    let realms = RealmDirectory()
    let channels: ChannelDirectory
    let router = CommandRouter(.all)
    let ports = MessagePortRouter()
    let bodies = BodyRegistry()
    let forms: PostedForms
    let caches: CacheHoldings
    /// The addresses of documents that redirects have led to.
    let finalAddresses = FinalAddresses()
    let scripts = ScriptCache()
    /// The cookies of pages under `sw://`.
    let cookies: PageCookies
    /// The app on the home screen that the pages belong to.
    private(set) lazy var webApp = WebApp(host: self)
    private(set) lazy var sharedWorkers = SharedWorkers(services: self)
    private var loadings: [StorageKey: ViewSources] = [:]
    let announcements: EventBroadcast
    let views = ServiceWorkerViews()
    /// The observation of cookies for workers that subscribe to their changes; nil without any.
    var cookieChanges: Subscription?
    let otherHosts = OtherHostRequests()
    /// The number of workers' messages that were refused.
    var refusedMessages = 0
    private let log = Logger(label: "swwebview.serviceworker")

    private init(_ store: WKWebsiteDataStore) {
        self.store = store
        folder = store.chosenFolder
        cookies = PageCookies(store)
        caches = CacheHoldings(bodies: bodies)
        forms = PostedForms(bodies: bodies, realms: realms)
        announcements = EventBroadcast(realms: realms, store: store)
        channels = ChannelDirectory { [realms] in realms[$0] }
        do {
            let library = try ProcessExtension.find()
            try WebKitEnvironment.prepare()
            store.useProcessExtension(
                library, scheme: Addresses.scheme, internalPaths: PathAccess.prefixes,
                opened: { [channels] in channels.add($0) }, answer: { [weak self] in self?.answer($0, $1) ?? $1("") })
        } catch {
            // The view's own initializer reports a failure to prepare.
            if error is ProcessExtensionError { log.warning("\(error)") }
        }
    }

    /// Answers a script that waits.
    private func answer(_ question: DocumentQuestion, _ reply: @escaping @MainActor (String) -> Void) {
        if OtherHostRequests.isQuestion(question) { return otherHosts.answer(question, from: self, reply) }
        // The frame's first report may not have come yet.
        let (realm, url) = (realms[question.document], URL(address: question.url))
        switch question.text {
        case "referrer": reply(realm?.referrer ?? url.flatMap { views.referrer(of: $0, inPage: question.page) } ?? "")
        case "address": reply(url.flatMap { finalAddresses[$0] }?.absoluteString ?? "")
        case "timeline": reply(realm.map { $0.timeline.take(for: $0.storageKey) } ?? "")
        default: cookies.answer(question, reply)
        }
    }

    /// Tells the web processes which addresses of subresources and frames are loaded under `sw://`.
    func bridgedHostsChanged() {
        store?.rewrittenHosts = views.bridgedHosts
    }

    /// Notes that a view has gone. Stops the workers with the last one, because no page can send them anything.
    func leave() {
        views.leave()
        guard !isInUse else { return }
        workerHost?.shutDown()
        container?.assumeIsolated { $0.loseAll() }
    }

    var isInUse: Bool { views.count > 0 }

    /// Whether there may be registrations, so that a worker could answer a request.
    var mayHaveRegistrations: Bool { container != nil || folder != nil }

    // MARK: Opening

    /// Returns the storage of caches and registrations, opened with the first call.
    ///
    /// - Throws: `StorageError`.
    func openStorage() throws -> ServiceWorkerStorage {
        if let storage { return storage }
        let opened =
            try folder.map { folder in
                try ServiceWorkerStorage(folder: folder.appendingPathComponent("serviceworkers")) { [log] in
                    log.warning("\($0)")
                }
            } ?? ServiceWorkerStorage()
        storage = opened
        return opened
    }

    /// The storage, opened where it may hold data of an earlier process; nil for one that was never used, or can't be opened.
    var knownStorage: ServiceWorkerStorage? { folder == nil ? storage : try? openStorage() }

    /// Returns the container, with the registrations that the storage kept. Callers go on in their order.
    ///
    /// - Throws: `StorageError`.
    func openContainer() async throws -> ServiceWorkerContainer {
        if let opening { return try await opening.value() }
        let opened = SharedResult<ServiceWorkerContainer>()
        opening = opened
        Task {
            do {
                let made = try await makeContainer()
                // Callers that wait for the container find its clients in it.
                adopt(made)
                opened.set(.success(made))
            } catch {
                opening = nil
                opened.set(.failure(error))
            }
        }
        return try await opened.value()
    }

    private func makeContainer() async throws -> ServiceWorkerContainer {
        guard let store else { throw WorkerRunnerError.gone }
        let workerHost = WorkerRunner(store: store, services: self)
        self.workerHost = workerHost
        return try await ServiceWorkerContainer(
            host: workerHost, fetcher: scriptFetcher, storage: try openStorage(),
            environment: ServiceWorkerContainer.Environment(timers: WorkerTimers(eventLimit: eventLimit)))
    }

    /// The fetcher of workers' scripts. The container owns it, so that it does not keep the services.
    private var scriptFetcher: LoadingScriptFetcher {
        LoadingScriptFetcher(scripts: scripts) { [weak self] key in
            guard let self else { throw WorkerRunnerError.gone }
            return loading(for: key)
        }
    }

    private func adopt(_ made: ServiceWorkerContainer) {
        container = made
        let clients = Array(realms.clients)
        made.assumeIsolated { container in
            for client in clients { container.addClient(client) }
            container.observe { [weak announcements] in announcements?.announce($0) }
            container.activateWaitingWorkers()
        }
        observeCookies()
    }

    // MARK: Realms

    /// Removes a realm that is gone, with its client, its ports and its pending replies.
    func drop(_ realm: Realm) {
        realms.remove(realm)
        realm.host?.close(realm)
        ports.remove(realm)
        realm.end()
        caches.drop(realm, storage: storage)
        bodies.dropAll(of: realm)
        sharedWorkers.leave(realm)
        webApp.drop(realm)
        guard let client = realm.client else { return }
        announcements.forget(client)
        container?.assumeIsolated { $0.removeClient(client) }
    }

    // MARK: Loading

    /// Sets the loading that answers requests of an origin's workers: that of the view that shows the origin's pages.
    func note(_ loading: ViewSources, for key: StorageKey) { loadings[key] = loading }

    /// Returns the loading that answers requests of an origin's workers.
    func loading(for key: StorageKey) -> ViewSources { loadings[key] ?? ViewSources(cookies: cookies, siteData: self) }
}

extension WKWebsiteDataStore {
    /// Makes the store's web processes load the bridge's library, for a store whose first view has no bridge.
    package func prepareForBridge() { _ = WorkerStore.of(self) }

    /// Removes the service workers, caches and shared workers of a store in memory, with all their settings.
    ///
    /// - Returns: Whether they were removed; false while a view or a shared worker uses them.
    package func forgetServiceWorkers() -> Bool {
        guard !isPersistent, let services = companion as? WorkerStore, !services.isInUse else { return false }
        companion = nil
        return true
    }

    /// Opens the storage of service workers and caches, which a view would open when it needs it.
    ///
    /// - Throws: `StorageError` when another process uses the folder, or it cannot be used.
    public func openServiceWorkerStorage() throws {
        _ = try WorkerStore.of(self).openStorage()
    }
}
