/// The result of an event, after its listeners have run in the worker.
public struct EventResult: Sendable {
    /// Whether a listener called `preventDefault()`.
    public var canceled: Bool
    /// The outcome of `respondWith`.
    public var respondWith: RespondWith

    /// The outcome of [respondWith](https://w3c.github.io/ServiceWorker/#fetch-event-respondwith).
    public enum RespondWith: Sendable {
        /// No listener called `respondWith`.
        case notEntered
        /// `respondWith` got a response.
        case response(FetchResponse)
        /// The promise of `respondWith` was rejected, or gave no response. The text is for the log.
        case failed(String)
    }

    /// Makes a result; by default that of an event without listeners.
    public init(canceled: Bool = false, respondWith: RespondWith = .notEntered) {
        self.canceled = canceled
        self.respondWith = respondWith
    }
}

/// The error of an event that its worker did not handle to the end: the worker was stopped, or did not run.
public struct EventDiscarded: Error, Sendable, Hashable, CustomStringConvertible {
    /// The worker.
    public var worker: ServiceWorkerID
    /// The event's type.
    public var event: String

    /// Whether the worker died before it took the event, which can be dispatched once more.
    public var isRepeatable: Bool
    /// Whether the worker had called `respondWith()`.
    public var respondWithEntered: Bool

    /// Names the event.
    public init(
        worker: ServiceWorkerID, event: String, isRepeatable: Bool = false, respondWithEntered: Bool = false
    ) {
        self.worker = worker
        self.event = event
        self.isRepeatable = isRepeatable
        self.respondWithEntered = respondWithEntered
    }

    /// The worker and the event, as a sentence.
    public var description: String { "The worker \(worker) was stopped before it handled its \(event) event." }
}
