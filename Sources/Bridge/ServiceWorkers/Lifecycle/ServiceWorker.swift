public import Foundation

/// A [service worker](https://w3c.github.io/ServiceWorker/#dfn-service-worker).
///
/// The class is not `Sendable`: the owner of the registrations owns it, and all other code sees a ``ServiceWorkerSnapshot``.
public final class ServiceWorker {
    /// Names the worker.
    public let id: ServiceWorkerID
    /// The address of its script, without a fragment.
    public let scriptURL: URL
    /// Whether the script is a classic script or a module.
    public let type: WorkerType

    /// The state of the worker. Only ``move(to:)`` changes it.
    public private(set) var state: ServiceWorkerState
    /// The scripts of the worker.
    public var scriptResourceMap: ScriptResourceMap
    /// The scripts that the worker requested while it was installed; the others are dropped then.
    public var setOfUsedScripts: Set<URL> = []
    /// Whether imported scripts are fetched past the cache: [force bypass cache for import scripts flag](https://w3c.github.io/ServiceWorker/#serviceworkerglobalscope-force-bypass-cache-for-import-scripts-flag).
    public internal(set) var forceBypassCacheForImportScripts = false
    /// Whether `skipWaiting()` was called.
    public var skipWaiting = false
    /// The event types that the worker had listeners for when its script was first evaluated; `nil` before that.
    public internal(set) var setOfEventTypesToHandle: Set<String>?
    /// Whether no `fetch` listener does anything.
    public internal(set) var allFetchListenersAreEmpty = false
    /// The static routes: [list of router rules](https://w3c.github.io/ServiceWorker/#service-worker-list-of-router-rules).
    var routerRules: [RouterRule] = []
    /// The result of its script; `nil` while the worker does not run.
    public internal(set) var startStatus: StartStatus?
    /// Events that are still kept alive, or were until lately.
    var setOfExtendedEvents: [ObjectIdentifier: ExtendedLifetime] = [:]

    let host: any ServiceWorkerHost
    let timers: WorkerTimers
    var starting: SharedResult<StartReport>?
    var ending: Task<Void, Never>?
    var runs = 0

    /// Makes a worker. A worker from storage gets the event types that it listened to.
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

    /// Whether the worker's script is evaluated and its event loop turns.
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

    /// Implements [Should Skip Event](https://w3c.github.io/ServiceWorker/#should-skip-event-algorithm).
    public func shouldSkipEvent(_ name: String) -> Bool {
        guard let setOfEventTypesToHandle else { return false }
        return !setOfEventTypesToHandle.contains(name)
    }
}
