/// A host that runs workers' scripts: in hidden pages, or as a test's script.
///
/// While a worker starts, and later, its `importScripts` asks the owner of the registrations, not the host.
public protocol ServiceWorkerHost: Sendable {
    /// Evaluates a worker's script and returns when that is done.
    ///
    /// - Throws: anything, when the script could not be evaluated at all or was stopped. A script that throws is a
    ///   ``StartStatus/threw(_:)``, no error.
    func start(_ order: StartOrder) async throws -> StartReport

    /// Dispatches an event at a running worker and returns when its listeners have run; for `fetch`, when
    /// `respondWith` has settled.
    ///
    /// The host reports each `waitUntil` to the lifetime, before this returns and after.
    /// - Throws: ``EventNotTaken`` when the worker's process died before the worker took the event. Anything else when the
    ///   worker is gone; at the latest when ``terminate(_:)`` was called for it.
    func dispatch(
        _ event: ServiceWorkerEvent, to worker: ServiceWorkerID, lifetime: ExtendedLifetime
    ) async throws -> EventResult

    /// Stops a worker, in the middle of a script if need be, and returns when it is gone. Unknown workers are no error.
    func terminate(_ worker: ServiceWorkerID) async
}

/// The error of a host whose worker died before it took an event: no listener is known to have run.
public struct EventNotTaken: Error {
    /// Makes the error.
    public init() {}
}

/// The data that a host needs to start a worker.
public struct StartOrder: Sendable {
    /// The worker.
    public var worker: ServiceWorkerSnapshot
    /// Its scripts so far, the main one first.
    public var scripts: ScriptResourceMap
    /// Whether imported scripts are fetched past the cache.
    public var forceBypassCache: Bool

    /// Puts an order together.
    public init(worker: ServiceWorkerSnapshot, scripts: ScriptResourceMap, forceBypassCache: Bool = false) {
        self.worker = worker
        self.scripts = scripts
        self.forceBypassCache = forceBypassCache
    }
}

/// The result of a script: the specification's Completion.
public enum StartStatus: Sendable, Hashable {
    /// The script ran to its end.
    case normal
    /// The script threw; the text is the error.
    case threw(String)
}

/// The report of a host on a started worker.
public struct StartReport: Sendable, Hashable {
    /// The result of the script.
    public var status: StartStatus
    /// The event types that the worker has listeners for.
    public var eventTypes: Set<String>
    /// Whether no `fetch` listener of the worker does anything:
    /// [All Fetch Listeners Are Empty](https://w3c.github.io/ServiceWorker/#all-fetch-listeners-are-empty-algorithm).
    public var fetchListenersAreEmpty: Bool

    /// Puts a report together.
    public init(status: StartStatus = .normal, eventTypes: Set<String>, fetchListenersAreEmpty: Bool = false) {
        self.status = status
        self.eventTypes = eventTypes
        self.fetchListenersAreEmpty = fetchListenersAreEmpty
    }
}
