public import Foundation

extension ServiceWorkerContainer {
    /// Implements [unregister()](https://w3c.github.io/ServiceWorker/#navigator-service-worker-unregister): takes a scope out of
    /// the map.
    ///
    /// - Returns: whether there was something to unregister.
    /// - Throws: ``ServiceWorkerError``.
    @discardableResult
    public func unregister(scope: URL, storageKey: StorageKey, client: ClientID? = nil, job: JobID? = nil) async throws
        -> Bool
    {
        let order = Job.Order(kind: .unregister, storageKey: storageKey, scopeURL: URLRules.serialized(scope))
        switch await perform({ Job(order, id: job, client: client, promise: $0) }) {
        case .unregistered(let existed): return existed
        case .rejected(let error): throw error
        case .registration: return true
        }
    }

    /// Implements [Unregister](https://w3c.github.io/ServiceWorker/#unregister-algorithm).
    func unregister(_ job: Job) async {
        guard let registration = map[job.order.storageKey, job.order.scopeURL] else {
            resolve(job, with: .unregistered(false))
            return finish(job)
        }
        map[job.order.storageKey, job.order.scopeURL] = nil
        do {
            try await storage.delete(registration.id)
        } catch {
            emit(.storageFailed("\(error)"))
        }
        resolve(job, with: .unregistered(true))
        tryClearRegistration(registration)
        finish(job)
    }

    /// Implements [Try Clear Registration](https://w3c.github.io/ServiceWorker/#try-clear-registration-algorithm).
    func tryClearRegistration(_ registration: Registration) {
        guard registrations[registration.id] != nil, !isInUse(registration),
            registration.workers.allSatisfy(\.hasNoPendingEvents)
        else { return }
        clearRegistration(registration)
    }

    func tryClearIfUnregistered(_ registration: Registration) {
        if isUnregistered(registration) { tryClearRegistration(registration) }
    }

    /// Implements [Clear Registration](https://w3c.github.io/ServiceWorker/#clear-registration-algorithm).
    func clearRegistration(_ registration: Registration) {
        let workers = registration.workers
        for slot in [\Registration.installing, \Registration.waiting, \Registration.active] {
            guard let worker = registration[keyPath: slot] else { continue }
            worker.terminate()
            updateRegistrationState(registration, slot, nil)
        }
        for worker in workers { updateWorkerState(worker, .redundant, registration) }
        registrations[registration.id] = nil
        emit(.registrationCleared(registration.id))
    }
}
