/// The time limits of a worker: for an event, and for a worker without events.
public struct WorkerTimers: Sendable {
    /// The longest time that an event may be kept alive before its worker is stopped.
    public var eventLimit: Duration
    /// The time that a worker without events is kept running.
    public var idleLimit: Duration
    /// Waits; throws when the waiting task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void

    /// Makes timers; the defaults are the system's clock, five minutes for an event and thirty seconds of idling.
    ///
    /// The limits are durations, so `sleep` measures them. Tests pass a `sleep` that they end by hand.
    public init(
        eventLimit: Duration = .seconds(300), idleLimit: Duration = .seconds(30),
        sleep: (@Sendable (Duration) async throws -> Void)? = nil
    ) {
        self.eventLimit = eventLimit
        self.idleLimit = idleLimit
        self.sleep = sleep ?? { try await SharedSleep.shared.sleep(for: $0) }
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
