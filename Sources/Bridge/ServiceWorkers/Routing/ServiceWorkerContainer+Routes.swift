import Foundation

extension ServiceWorkerContainer {
    /// Implements [addRoutes](https://w3c.github.io/ServiceWorker/#register-router-method), called by a worker that installs.
    ///
    /// - Parameter isEventActive: whether the event may extend its lifetime.
    /// - Throws: ``ServiceWorkerError``. The rules stay as they were.
    public func addRoutes(_ rules: [RouterRule], for id: ServiceWorkerID, isEventActive: Bool = true) throws {
        guard let worker = workers[id]?.worker else {
            throw ServiceWorkerError(.invalidStateError, "The worker is gone.")
        }
        for rule in rules where worker.shouldSkipEvent("fetch") {
            guard rule.source != .fetchEvent, rule.source != .raceNetworkAndFetchHandler else {
                throw ServiceWorkerError(
                    .typeError, "A route's source is “\(rule.source.word)”, and the worker has no fetch listener.")
            }
        }
        guard isEventActive, worker.state == .installing else {
            throw ServiceWorkerError(.invalidStateError, "Routes can be added only while the install event is active.")
        }
        let all = worker.routerRules + rules
        guard all.areWithinLimits else {
            throw ServiceWorkerError(
                .typeError, "Routes may have fewer than 1024 conditions together, nested fewer than 10 deep.")
        }
        worker.routerRules = all
    }

    /// Implements [Get Router Source](https://w3c.github.io/ServiceWorker/#get-router-source-algorithm).
    func routerSource(_ worker: ServiceWorker, _ request: FetchRequest.Head) -> RouterSource? {
        worker.routerRules.first { $0.condition.matches(request, isRunning: worker.isRunning) }?.source
    }

    /// Implements the steps of [Handle Fetch](https://w3c.github.io/ServiceWorker/#on-fetch-request-algorithm) for the source `cache`.
    /// Without a name every cache counts, as in browsers: the specification's loop would end at the first one.
    func cachedResponse(
        to request: FetchRequest.Head, _ registration: Registration, cacheName: String?
    ) async -> FetchOutcome {
        let caches = CacheStorage(storage, storageKey: registration.storageKey)
        do {
            guard let response = try await caches.match(request, cacheName: cacheName) else { return .network }
            let refusal = ResponseRules.refusal(response.head, for: request)
            return refusal.map { .networkError($0) } ?? .response(response)
        } catch {
            emit(.storageFailed("\(error)"))
            return .network
        }
    }

    /// Implements the steps of [Handle Fetch](https://w3c.github.io/ServiceWorker/#on-fetch-request-algorithm) for the source
    /// `race-network-and-fetch-handler`.
    func race(
        _ network: any NetworkRace, against dispatch: @escaping @Sendable () async -> FetchOutcome
    ) async -> FetchOutcome {
        let (results, queue) = AsyncStream.makeStream(of: FetchOutcome.self)
        Task {
            if let status = await network.send(), (200...299).contains(status) { queue.yield(.network) }
        }
        // The loser goes on: a worker that is late still runs its listeners.
        Task {
            let outcome = await dispatch()
            if case .response = outcome { await network.cancel() }
            queue.yield(outcome)
        }
        for await first in results { return first }
        return .network
    }
}
