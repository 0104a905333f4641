extension ServiceWorkerContainer {
    /// Implements [Update Registration State](https://w3c.github.io/ServiceWorker/#update-registration-state-algorithm).
    func updateRegistrationState(
        _ registration: Registration, _ target: ReferenceWritableKeyPath<Registration, ServiceWorker?>,
        _ source: ServiceWorker?
    ) {
        registration[keyPath: target] = source
        emit(.registrationUpdated(registration.snapshot))
    }

    /// Implements [Update Worker State](https://w3c.github.io/ServiceWorker/#update-state-algorithm).
    func updateWorkerState(_ worker: ServiceWorker, _ state: ServiceWorkerState, _ registration: Registration) {
        do {
            try worker.move(to: state)
        } catch {
            assertionFailure("\(error)")
            return
        }
        emit(.stateChanged(worker.snapshot, registration: registration.id))
        if state == .redundant { forget(worker) }
    }

    /// Returns whether the map has no such registration any more:
    /// [unregistered](https://w3c.github.io/ServiceWorker/#service-worker-registration-unregistered).
    func isUnregistered(_ registration: Registration) -> Bool {
        map[registration.storageKey, registration.scopeURL] !== registration
    }

    /// Returns whether a client [uses](https://w3c.github.io/ServiceWorker/#dfn-use) a registration.
    func isInUse(_ registration: Registration, besides client: ClientID? = nil) -> Bool {
        clients.values.contains { $0.registration == registration.id && $0.id != client }
    }

    /// Keeps what a registration is now, unless it is unregistered or has nothing to keep.
    func persist(_ registration: Registration) async {
        guard !isUnregistered(registration), registration.waiting != nil || registration.active != nil else { return }
        do {
            try await storage.save(StoredRegistration(registration))
        } catch {
            emit(.storageFailed("\(error)"))
        }
    }
}
