import Foundation
import ServiceWorkers
import WebKit

/// Runs service workers. Each one is a dedicated worker of a hidden page of its origin; a prelude makes its global a
/// ServiceWorkerGlobalScope. The pages have web processes of their own. Main actor only.
@MainActor
final class WorkerRunner: ServiceWorkerHost {
    /// The time limits of a host, and the number of workers that a page may start.
    struct Limits: Sendable {
        /// The time for a worker's script to be evaluated.
        var start: Duration = .seconds(60)
        /// The time for a hidden page to open, at the first two tries. WebKit does not report a page whose load it has dropped with
        /// its network process.
        var firstPages: Duration = .seconds(10)
        /// The time for a hidden page to open, at the last try.
        var page: Duration = .seconds(30)
        /// The number of workers that a hidden page starts before another page takes its place.
        var runs = 256
    }

    /// The data store; weak, because the store owns the services that own the host.
    private weak var store: WKWebsiteDataStore?
    private let limits: Limits
    private weak var services: (any WorkerRunnerServices)?
    private(set) var pages: [String: WorkerPage] = [:]
    private var workers: [ServiceWorkerID: RunningWorker] = [:]
    /// The number of the last start of each worker that starts.
    private var starts: [ServiceWorkerID: Int] = [:]
    private var startCount = 0

    /// Makes a host whose workers keep their data in `store`, and which does not keep `services` alive.
    init(store: WKWebsiteDataStore, services: any WorkerRunnerServices, limits: Limits = Limits()) {
        self.store = store
        self.services = services
        self.limits = limits
    }

    isolated deinit {
        for page in pages.values { page.close() }
    }

    /// The numbers of running workers and of hidden pages.
    var counts: (workers: Int, pages: Int) { (workers.count, pages.count) }

    /// Whether a worker runs.
    func isRunning(_ worker: ServiceWorkerID) -> Bool { workers[worker] != nil }

    /// Ends the web processes of all workers, as if they had crashed. For tests.
    func terminateWebProcesses() {
        for page in pages.values { page.terminateWebProcess() }
    }

    // MARK: ServiceWorkerHost

    func start(_ order: StartOrder) async throws -> StartReport {
        let id = order.worker.id
        startCount += 1
        let start = startCount
        starts[id] = start
        defer { if starts[id] == start { starts[id] = nil } }
        // Other workers share the process, so this worker need not be the cause of its end.
        for _ in 1...2 {
            do {
                return try await startOnce(order, start, limits.firstPages)
            } catch WorkerRunnerError.crashed, WorkerRunnerError.noPage {}
        }
        return try await startOnce(order, start, limits.page)
    }

    private func startOnce(_ order: StartOrder, _ start: Int, _ pageLimit: Duration) async throws -> StartReport {
        let id = order.worker.id
        stop(id)
        let page = try await page(for: order.worker.scriptURL, pageLimit)
        // The worker may have been terminated while its page opened.
        guard starts[id] == start else { throw WorkerRunnerError.gone }
        guard let services, services.isInUse else { throw WorkerRunnerError.gone }
        stop(id)
        if let spare = page.takeSpare(for: order) {
            let facts = await begin(spare, services)
            if facts == spare.facts { return try await spare.start(facts: facts, limit: limits.start) }
            guard starts[id] == start else { throw WorkerRunnerError.gone }
            stop(id)
        }
        let worker = page.makeWorker(order)
        let facts = await begin(worker, services)
        return try await worker.start(facts: facts, limit: limits.start)
    }

    /// Adds a worker to those that run. Returns the facts that its realm starts with.
    private func begin(_ worker: RunningWorker, _ services: any WorkerRunnerServices) async -> String {
        let id = worker.snapshot.id
        workers[id] = worker
        worker.ended = { [weak self, weak worker] in
            if let self, workers[id] === worker { workers[id] = nil }
        }
        services.begin(worker.realm)
        return await services.facts(of: worker.snapshot)
    }

    /// Makes a stopped worker ahead of its next start. A module's imports would wait for it, and a debugger would show it.
    func makeAhead(_ order: StartOrder) async {
        let id = order.worker.id
        guard order.worker.type == .classic, ViewInspection.current == nil, let services, services.isInUse,
            let worker = await services.activeWorker(id)
        else { return }
        let facts = await services.facts(of: worker)
        guard workers[id] == nil, starts[id] == nil, services.isInUse else { return }
        pages[Self.origin(of: worker.scriptURL)]?.makeAhead(
            StartOrder(worker: worker, scripts: order.scripts), facts: facts)
    }

    func dispatch(
        _ event: ServiceWorkerEvent, to worker: ServiceWorkerID, lifetime: ExtendedLifetime
    ) async throws -> EventResult {
        guard let running = workers[worker] else { throw EventNotTaken() }
        return try await running.dispatch(event, lifetime: lifetime)
    }

    func terminate(_ worker: ServiceWorkerID) async {
        starts[worker] = nil
        let order = workers[worker]?.order
        stop(worker)
        if let order { Task { await makeAhead(order) } }
    }

    /// Stops every worker and drops the hidden pages; the next start makes new ones.
    func shutDown() {
        for worker in workers.values { worker.stop() }
        workers = [:]
        for page in pages.values { page.close() }
        pages = [:]
    }

    private func stop(_ id: ServiceWorkerID) { workers.removeValue(forKey: id)?.stop() }

    // MARK: Pages

    private static func origin(of scriptURL: URL) -> String {
        "\(Addresses.scheme)://\(Addresses.authority(of: scriptURL))"
    }

    private func page(for scriptURL: URL, _ limit: Duration) async throws -> WorkerPage {
        guard scriptURL.scheme == Addresses.scheme, let services, services.isInUse, let store else {
            throw WorkerRunnerError.gone
        }
        let origin = Self.origin(of: scriptURL)
        // WebKit does not give back all that a dedicated worker took before the web process ends.
        if let worn = pages[origin], worn.isIdle, worn.runs >= limits.runs {
            pages[origin] = nil
            worn.close()
        }
        let page: WorkerPage
        if let known = pages[origin] {
            page = known
        } else {
            page = WorkerPage(origin: origin, store: store, services: services)
            page.ended = { [weak self, weak page] in
                if let self, pages[origin] === page { pages[origin] = nil }
            }
            pages[origin] = page
        }
        try await page.open(limit: limit)
        return page
    }
}
