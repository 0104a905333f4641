import Foundation

/// A registration as it is kept: only what outlives a process.
struct StoredRegistration: Sendable, Hashable {
    var id: RegistrationID
    var storageKey: StorageKey
    var scopeURL: URL
    var updateViaCache: UpdateViaCache
    var lastUpdateCheckTime: Date?
    var navigationPreload: NavigationPreloadState
    var cookieSubscriptions: [CookieSubscription] = []
    var waiting: StoredWorker?
    var active: StoredWorker?
}

/// A worker as it is kept. A worker that was activating has been activated when it is read again.
struct StoredWorker: Sendable, Hashable {
    var id: ServiceWorkerID
    var scriptURL: URL
    var type: WorkerType
    var eventTypes: Set<String>?
    var allFetchListenersAreEmpty: Bool
    var scripts: ScriptResourceMap
    var routerRules: [RouterRule] = []
}

extension StoredRegistration {
    /// Takes what is to be kept, with a worker that is about to wait in the place of the one that does.
    init(_ registration: Registration) {
        let waiting = registration.aboutToWait ?? registration.waiting
        self.init(
            id: registration.id, storageKey: registration.storageKey, scopeURL: registration.scopeURL,
            updateViaCache: registration.updateViaCache, lastUpdateCheckTime: registration.lastUpdateCheckTime,
            navigationPreload: registration.navigationPreload,
            cookieSubscriptions: registration.cookieSubscriptions, waiting: waiting.map { StoredWorker($0) },
            active: registration.active.map { StoredWorker($0) })
    }
}

extension StoredWorker {
    init(_ worker: ServiceWorker) {
        self.init(
            id: worker.id, scriptURL: worker.scriptURL, type: worker.type,
            eventTypes: worker.setOfEventTypesToHandle,
            allFetchListenersAreEmpty: worker.allFetchListenersAreEmpty,
            scripts: worker.scriptResourceMap, routerRules: worker.routerRules)
    }
}
