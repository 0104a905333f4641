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

    /// Names the event.
    public init(worker: ServiceWorkerID, event: String) {
        self.worker = worker
        self.event = event
    }

    /// What happened.
    public var description: String { "The worker \(worker) was stopped before it handled its \(event) event." }
}
