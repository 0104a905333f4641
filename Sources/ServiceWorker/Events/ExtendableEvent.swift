/// The bookkeeping of [waitUntil](https://w3c.github.io/ServiceWorker/#extendableevent-interface), without anything that waits.
public struct ExtendableEvent: Sendable, Hashable {
    /// How an event's extended lifetime ended.
    public enum Outcome: Sendable, Hashable {
        /// Every promise was fulfilled, or there was none.
        case fulfilled
        /// A promise was rejected; the text is for the log.
        case rejected(String)
        /// The user agent lost patience.
        case timedOut
        /// The worker was stopped.
        case terminated
    }

    /// Why a promise cannot be added any more: in JavaScript an `InvalidStateError`.
    public struct NotActive: Error, Sendable, Hashable {}

    /// Set while listeners run.
    public private(set) var isDispatching = true
    /// How many promises have not settled.
    public private(set) var pendingPromisesCount = 0
    private var firstRejection: String?
    private var forced: Outcome?

    /// Begins with an event that is being dispatched.
    public init() {}

    /// Whether the event keeps its worker alive: [active](https://w3c.github.io/ServiceWorker/#extendableevent-active).
    public var isActive: Bool { forced == nil && (isDispatching || pendingPromisesCount > 0) }

    /// How it ended; `nil` while it is active.
    public var outcome: Outcome? {
        if let forced { return forced }
        guard !isActive else { return nil }
        return firstRejection.map { .rejected($0) } ?? .fulfilled
    }

    /// [Add lifetime promise](https://w3c.github.io/ServiceWorker/#extendableevent-add-lifetime-promise).
    public mutating func addLifetimePromise() throws(NotActive) {
        guard isActive else { throw NotActive() }
        pendingPromisesCount += 1
    }

    /// A promise settled; with a reason when it was rejected.
    public mutating func promiseSettled(rejection: String? = nil) {
        guard pendingPromisesCount > 0 else { return }
        pendingPromisesCount -= 1
        if firstRejection == nil { firstRejection = rejection }
    }

    /// The listeners have run.
    public mutating func dispatchEnded() { isDispatching = false }

    /// Sets the timed out flag, or says that the worker was stopped, unless it was over before.
    public mutating func force(_ outcome: Outcome) {
        if isActive { forced = outcome }
    }
}
