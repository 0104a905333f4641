import Foundation

extension ServiceWorkerContainer {
    /// Implements [update()](https://w3c.github.io/ServiceWorker/#navigator-service-worker-update), called by a page or a worker.
    ///
    /// - Parameter worker: the worker that calls, if it is one: it may not while it installs.
    /// - Throws: ``ServiceWorkerError``.
    @discardableResult
    public func update(
        _ id: RegistrationID, client: ClientID? = nil, worker: ServiceWorkerID? = nil, job: JobID? = nil
    ) async throws -> ServiceWorkerRegistrationSnapshot {
        guard let registration = registrations[id], let newest = registration.newestWorker else {
            throw ServiceWorkerError(.invalidStateError, "The registration has no worker to update.")
        }
        if let worker, workers[worker]?.worker.state == .installing {
            throw ServiceWorkerError(.invalidStateError, "A worker cannot update its registration while it installs.")
        }
        let order = updateOrder(registration, newest)
        let referrer = client.flatMap { clients[$0]?.url }
        let result = await perform { Job(order, id: job, client: client, referrer: referrer, promise: $0) }
        return try self.registration(from: result)
    }

    /// Implements [Soft Update](https://w3c.github.io/ServiceWorker/#soft-update-algorithm), whenever someone finds it useful.
    public func softUpdate(_ id: RegistrationID, forceBypassCache: Bool = false) {
        if let registration = registrations[id] { softUpdate(registration, forceBypassCache: forceBypassCache) }
    }

    /// Implements [Soft Update](https://w3c.github.io/ServiceWorker/#soft-update-algorithm).
    func softUpdate(_ registration: Registration, forceBypassCache: Bool = false) {
        guard let newest = registration.newestWorker, !isUnregistered(registration) else { return }
        schedule(Job(updateOrder(registration, newest), forceBypassCache: forceBypassCache))
    }

    /// Implements [Soft Update](https://w3c.github.io/ServiceWorker/#soft-update-algorithm) after a request of a page. Like browsers, it gives
    /// the page time to load, and to register the worker anew itself.
    func softUpdateLater(_ registration: Registration) {
        guard !registration.awaitsUpdate else { return }
        registration.awaitsUpdate = true
        let id = registration.id
        environment.timers.afterUpdateDelay { [weak self] in
            Task { await self?.softUpdateNow(id) }
        }
    }

    private func softUpdateNow(_ id: RegistrationID) {
        guard let registration = registrations[id] else { return }
        registration.awaitsUpdate = false
        softUpdate(registration)
    }

    /// Returns the order of an update, which keeps the mode of its registration. The specification's job would reset the mode.
    private func updateOrder(_ registration: Registration, _ newest: ServiceWorker) -> Job.Order {
        Job.Order(
            kind: .update, storageKey: registration.storageKey, scopeURL: registration.scopeURL,
            scriptURL: newest.scriptURL, workerType: newest.type, updateViaCache: registration.updateViaCache)
    }
}
