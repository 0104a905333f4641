/// The clock a worker lives by: how long an event may take, and how long a worker may idle.
public struct WorkerTimers: Sendable {
    /// The longest an event may be kept alive before its worker is stopped.
    public var eventLimit: Duration
    /// How long a worker without events is kept running.
    public var idleLimit: Duration
    /// Waits; throws when the waiting task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void

    /// Makes timers; the defaults are the system's clock, five minutes for an event and thirty seconds of idling.
    ///
    /// The limits are spans of time, so `sleep` is how they are kept; tests give one that they wake by hand.
    public init(
        eventLimit: Duration = .seconds(300), idleLimit: Duration = .seconds(30),
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.eventLimit = eventLimit
        self.idleLimit = idleLimit
        self.sleep = sleep
    }

    /// Ends a lifetime that is still alive when its event's limit has passed.
    func watch(_ lifetime: ExtendedLifetime) {
        let watch = Task { [sleep, eventLimit] in
            try await sleep(eventLimit)
            lifetime.timeOut()
        }
        lifetime.whenSettled { _ in watch.cancel() }
    }
}
