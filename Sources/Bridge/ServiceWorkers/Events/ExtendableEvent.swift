/// The bookkeeping of [waitUntil](https://w3c.github.io/ServiceWorker/#extendableevent-interface), without anything that waits.
public struct ExtendableEvent: Sendable, Hashable {
    /// The outcome of an event's extended lifetime.
    public enum Outcome: Sendable, Hashable {
        /// Every promise was fulfilled, or there was none.
        case fulfilled
        /// A promise was rejected; the text is for the log.
        case rejected(String)
        /// The time limit of the event has passed.
        case timedOut
        /// The worker was stopped.
        case terminated
    }

    /// The error of a promise that cannot be added any more: in JavaScript an `InvalidStateError`.
    public struct NotActive: Error, Sendable, Hashable {}

    /// Whether listeners run.
    public private(set) var isDispatching = true
    /// The number of promises that have not settled.
    public private(set) var pendingPromisesCount = 0
    private var firstRejection: String?
    private var forced: Outcome?

    /// Begins with an event that is being dispatched.
    public init() {}

    /// Whether the event keeps its worker alive: [active](https://w3c.github.io/ServiceWorker/#extendableevent-active).
    public var isActive: Bool { forced == nil && (isDispatching || pendingPromisesCount > 0) }

    /// The outcome of the lifetime; `nil` while the event is active.
    public var outcome: Outcome? {
        if let forced { return forced }
        guard !isActive else { return nil }
        return firstRejection.map { .rejected($0) } ?? .fulfilled
    }

    /// Implements [Add lifetime promise](https://w3c.github.io/ServiceWorker/#extendableevent-add-lifetime-promise).
    public mutating func addLifetimePromise() throws(NotActive) {
        guard isActive else { throw NotActive() }
        pendingPromisesCount += 1
    }

    /// Notes that a promise has settled; with a reason when it was rejected.
    public mutating func promiseSettled(rejection: String? = nil) {
        guard pendingPromisesCount > 0 else { return }
        pendingPromisesCount -= 1
        if firstRejection == nil { firstRejection = rejection }
    }

    /// Notes that the listeners have run.
    public mutating func dispatchEnded() { isDispatching = false }

    /// Sets an outcome such as a timeout or the worker's end, unless the lifetime was over before.
    public mutating func force(_ outcome: Outcome) {
        if isActive { forced = outcome }
    }
}
