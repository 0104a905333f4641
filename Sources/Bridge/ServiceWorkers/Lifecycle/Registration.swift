import Foundation

/// A [service worker registration](https://w3c.github.io/ServiceWorker/#dfn-service-worker-registration). It belongs to one container's actor.
final class Registration {
    let id: RegistrationID
    let storageKey: StorageKey
    let scopeURL: URL
    var updateViaCache: UpdateViaCache
    var installing: ServiceWorker?
    var waiting: ServiceWorker?
    var active: ServiceWorker?
    /// A worker whose install event is over and that is being stored.
    var aboutToWait: ServiceWorker?
    var lastUpdateCheckTime: Date?
    /// Whether a soft update waits for its delay.
    var awaitsUpdate = false
    var navigationPreload = NavigationPreloadState()
    /// The changes of cookies that its worker gets as `cookiechange` events.
    var cookieSubscriptions: [CookieSubscription] = []

    init(id: RegistrationID, storageKey: StorageKey, scopeURL: URL, updateViaCache: UpdateViaCache) {
        self.id = id
        self.storageKey = storageKey
        self.scopeURL = scopeURL
        self.updateViaCache = updateViaCache
    }

    /// [Get Newest Worker](https://w3c.github.io/ServiceWorker/#get-newest-worker-algorithm).
    var newestWorker: ServiceWorker? { installing ?? waiting ?? active }

    var workers: [ServiceWorker] { [installing, waiting, active].compactMap { $0 } }

    /// Implements [stale](https://w3c.github.io/ServiceWorker/#service-worker-registration-stale): a day has passed since the
    /// last check, or the clock was set back and the check lies more than a day ahead.
    func isStale(at now: Date) -> Bool {
        guard let lastUpdateCheckTime else { return false }
        return abs(now.timeIntervalSince(lastUpdateCheckTime)) > 86400
    }

    var snapshot: ServiceWorkerRegistrationSnapshot {
        ServiceWorkerRegistrationSnapshot(
            id: id, storageKey: storageKey, scopeURL: scopeURL, updateViaCache: updateViaCache,
            installing: installing?.snapshot, waiting: waiting?.snapshot, active: active?.snapshot)
    }
}
