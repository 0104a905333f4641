public import Foundation

/// A [service worker](https://w3c.github.io/ServiceWorker/#dfn-service-worker).
///
/// It is not `Sendable`: whoever owns the registrations owns it, and everyone else sees a ``ServiceWorkerSnapshot``.
public final class ServiceWorker {
    /// Names the worker.
    public let id: ServiceWorkerID
    /// Where its script came from, without a fragment.
    public let scriptURL: URL
    /// Whether the script is a classic script or a module.
    public let type: WorkerType

    /// Where it stands. Changed by ``move(to:)`` only.
    public private(set) var state: ServiceWorkerState
    /// The scripts it is made of.
    public var scriptResourceMap: ScriptResourceMap
    /// The scripts it asked for while it was installed; the others are dropped then.
    public var setOfUsedScripts: Set<URL> = []
    /// Whether `importScripts` brought in a script.
    public var classicScriptsImported = false
    /// Whether imported scripts are fetched past the cache: [force bypass cache for import scripts flag](https://w3c.github.io/ServiceWorker/#serviceworkerglobalscope-force-bypass-cache-for-import-scripts-flag).
    public internal(set) var forceBypassCacheForImportScripts = false
    /// Whether `skipWaiting()` was called.
    public var skipWaiting = false
    /// The event types it had listeners for when its script was first evaluated; `nil` before that.
    public internal(set) var setOfEventTypesToHandle: Set<String>?
    /// Whether no `fetch` listener does anything.
    public internal(set) var allFetchListenersAreEmpty = false
    /// How its script ended; `nil` while it does not run.
    public internal(set) var startStatus: StartStatus?
    /// Events that are still kept alive, or were until lately.
    var setOfExtendedEvents: [ObjectIdentifier: ExtendedLifetime] = [:]

    let host: any ServiceWorkerHost
    let timers: WorkerTimers
    var starting: Task<StartReport?, Never>?
    var ending: Task<Void, Never>?
    var runs = 0

    /// Makes a worker. One that comes out of storage says what it listened to.
    public init(
        id: ServiceWorkerID, scriptURL: URL, type: WorkerType, scriptResourceMap: ScriptResourceMap,
        state: ServiceWorkerState = .parsed, eventTypes: Set<String>? = nil, allFetchListenersAreEmpty: Bool = false,
        host: any ServiceWorkerHost, timers: WorkerTimers
    ) {
        self.id = id
        self.scriptURL = scriptURL
        self.type = type
        self.scriptResourceMap = scriptResourceMap
        self.state = state
        setOfEventTypesToHandle = eventTypes
        self.allFetchListenersAreEmpty = allFetchListenersAreEmpty
        self.host = host
        self.timers = timers
    }

    /// Whether its script is evaluated and its event loop turns.
    public var isRunning: Bool { startStatus != nil }

    /// The worker as others may see it now.
    public var snapshot: ServiceWorkerSnapshot {
        ServiceWorkerSnapshot(id: id, scriptURL: scriptURL, type: type, state: state)
    }

    /// Gives the worker its next state.
    ///
    /// - Throws: ``IllegalStateChange``; the state stays as it was.
    public func move(to next: ServiceWorkerState) throws(IllegalStateChange) {
        try state.move(to: next)
    }

    /// [Service Worker Has No Pending Events](https://w3c.github.io/ServiceWorker/#service-worker-has-no-pending-events-algorithm).
    public var hasNoPendingEvents: Bool { !setOfExtendedEvents.values.contains { $0.isActive } }

    /// [Should Skip Event](https://w3c.github.io/ServiceWorker/#should-skip-event-algorithm).
    public func shouldSkipEvent(_ name: String) -> Bool {
        guard let setOfEventTypesToHandle else { return false }
        return !setOfEventTypesToHandle.contains(name)
    }
}
