import Synchronization

/// An event's lifetime, told by the host that runs it and awaited by everyone else.
///
/// ```swift
/// try lifetime.addPromise()           // the worker called waitUntil
/// lifetime.promiseSettled()           // that promise settled
/// let outcome = await lifetime.settled()
/// ```
public final class ExtendedLifetime: Sendable {
    private struct Contents {
        var event = ExtendableEvent()
        var respondWithEntered = false
        var waiting: [@Sendable (ExtendableEvent.Outcome) -> Void] = []
    }

    private let contents = Mutex(Contents())

    /// Begins with an event that is being dispatched.
    public init() {}

    /// Whether the event keeps its worker alive.
    public var isActive: Bool { contents.withLock { $0.event.isActive } }

    /// Notes a promise of `waitUntil` or `respondWith`.
    ///
    /// - Throws: ``ExtendableEvent/NotActive`` when it is too late for that.
    public func addPromise() throws(ExtendableEvent.NotActive) {
        try contents.withLock { contents throws(ExtendableEvent.NotActive) in try contents.event.addLifetimePromise() }
    }

    /// Whether the worker took it upon itself to answer, should it be stopped before it did.
    public var respondWithEntered: Bool { contents.withLock { $0.respondWithEntered } }

    /// Notes that `respondWith` was called. Its promise is added separately.
    public func enterRespondWith() { contents.withLock { $0.respondWithEntered = true } }

    /// Notes that one of the promises has settled.
    public func promiseSettled(rejection: String? = nil) { change { $0.promiseSettled(rejection: rejection) } }

    /// Notes that the listeners have run. `ServiceWorker` calls it when the host's dispatch returns.
    public func dispatchEnded() { change { $0.dispatchEnded() } }

    /// Ends the event, which took too long.
    public func timeOut() { change { $0.force(.timedOut) } }

    /// Ends the event, because the worker was stopped.
    public func terminate() { change { $0.force(.terminated) } }

    /// Waits until nothing keeps the event alive.
    public func settled() async -> ExtendableEvent.Outcome {
        await withCheckedContinuation { continuation in whenSettled { continuation.resume(returning: $0) } }
    }

    /// Calls `action` once nothing keeps the event alive: at once if that is so, else when the lifetime ends.
    public func whenSettled(_ action: @escaping @Sendable (ExtendableEvent.Outcome) -> Void) {
        let outcome = contents.withLock { contents in
            let outcome = contents.event.outcome
            if outcome == nil { contents.waiting.append(action) }
            return outcome
        }
        if let outcome { action(outcome) }
    }

    private func change(_ body: (inout ExtendableEvent) -> Void) {
        let (outcome, waiting) = contents.withLock { contents in
            body(&contents.event)
            guard let outcome = contents.event.outcome else {
                return (ExtendableEvent.Outcome.fulfilled, [@Sendable (ExtendableEvent.Outcome) -> Void]())
            }
            defer { contents.waiting = [] }
            return (outcome, contents.waiting)
        }
        for action in waiting { action(outcome) }
    }
}
