/// What a worker made of an event, when its listeners had run.
public struct EventResult: Sendable {
    /// Whether a listener called `preventDefault()`.
    public var canceled: Bool
    /// What `respondWith` led to.
    public var respondWith: RespondWith

    /// The outcome of [respondWith](https://w3c.github.io/ServiceWorker/#fetch-event-respondwith).
    public enum RespondWith: Sendable {
        /// It was not called.
        case notEntered
        /// It gave a response.
        case response(FetchResponse)
        /// Its promise was rejected, or gave no response; the text is for the log.
        case failed(String)
    }

    /// Makes a result; as it is for an event nobody did anything with.
    public init(canceled: Bool = false, respondWith: RespondWith = .notEntered) {
        self.canceled = canceled
        self.respondWith = respondWith
    }
}

/// An event that its worker did not get to handle to the end: it was stopped, or did not run.
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

    /// What happened.
    public var description: String { "The worker \(worker) was stopped before it handled its \(event) event." }
}
