public import Foundation

extension ServiceWorkerContainer {
    /// Implements [getRegistration](https://w3c.github.io/ServiceWorker/#navigator-service-worker-getRegistration): the
    /// registration whose scope matches an address.
    ///
    /// - Throws: ``ServiceWorkerError`` when the address is of another origin than the client.
    public func registration(matching url: URL, client: ClientID) throws -> ServiceWorkerRegistrationSnapshot? {
        try clients[client]?.storageKey.flatMap { try registration(matching: url, storageKey: $0) }
    }

    /// Implements [getRegistration](https://w3c.github.io/ServiceWorker/#navigator-service-worker-getRegistration) for a storage
    /// key.
    ///
    /// - Throws: ``ServiceWorkerError`` when the address is of another origin.
    public func registration(
        matching url: URL, storageKey: StorageKey
    ) throws -> ServiceWorkerRegistrationSnapshot? {
        guard StorageKey(of: url) == storageKey else {
            throw ServiceWorkerError(.securityError, "\(url.absoluteString) is of another origin than the page.")
        }
        return map.match(storageKey, url)?.snapshot
    }

    /// Implements [getRegistrations](https://w3c.github.io/ServiceWorker/#navigator-service-worker-getRegistrations): those of a
    /// client's origin.
    public func registrations(client: ClientID) -> [ServiceWorkerRegistrationSnapshot] {
        clients[client]?.storageKey.map { registrations(storageKey: $0) } ?? []
    }

    /// Returns the registrations of a storage key, in the order they were made.
    public func registrations(storageKey: StorageKey) -> [ServiceWorkerRegistrationSnapshot] {
        map.all(storageKey).map(\.snapshot)
    }

    /// Returns a registration by its id, also an unregistered one that is still in use.
    public func registration(_ id: RegistrationID) -> ServiceWorkerRegistrationSnapshot? {
        registrations[id]?.snapshot
    }

    /// Returns the value of a client's `ready` now, or `nil` while it waits for an active worker.
    public func readyRegistration(for client: ClientID) -> ServiceWorkerRegistrationSnapshot? {
        guard let client = clients[client], let key = client.storageKey,
            let registration = map.match(key, client.url), registration.active != nil
        else { return nil }
        return registration.snapshot
    }

    /// Implements [NavigationPreloadManager.getState](https://w3c.github.io/ServiceWorker/#navigation-preload-manager-getState).
    public func navigationPreloadState(_ id: RegistrationID) -> NavigationPreloadState {
        registrations[id]?.navigationPreload ?? NavigationPreloadState()
    }

    /// Implements [NavigationPreloadManager.enable, disable,
    /// setHeaderValue](https://w3c.github.io/ServiceWorker/#navigation-preload-manager).
    ///
    /// - Throws: ``ServiceWorkerError`` when there is no active worker, or the value cannot stand in a header.
    public func setNavigationPreload(
        _ id: RegistrationID, enabled: Bool? = nil, headerValue: String? = nil
    ) async throws {
        let value = headerValue?.trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
        if let value, value.unicodeScalars.contains(where: { [0, 10, 13].contains($0.value) || $0.value > 255 }) {
            throw ServiceWorkerError(.typeError, "The value cannot stand in a header.")
        }
        guard let registration = registrations[id], registration.active != nil else {
            throw ServiceWorkerError(.invalidStateError, "Navigation preload needs an active worker.")
        }
        if let enabled { registration.navigationPreload.enabled = enabled }
        if let value { registration.navigationPreload.headerValue = value }
        await persist(registration)
    }
}
