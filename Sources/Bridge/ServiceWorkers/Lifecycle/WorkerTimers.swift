/// The time limits of a worker: for an event, and for a worker without events.
public struct WorkerTimers: Sendable {
    /// The longest time that an event may be kept alive before its worker is stopped.
    public var eventLimit: Duration
    /// The time that a worker without events is kept running.
    public var idleLimit: Duration
    /// The time between a page's request and the update that the request brings about. A page that opens loads its own resources first.
    package var updateDelay = Duration.seconds(1)
    private let schedule: Schedule

    private typealias Schedule = @Sendable (Duration, @escaping @Sendable () -> Void) -> Cancel
    /// Drops a call that is to come.
    public typealias Cancel = @Sendable () -> Void

    /// Makes timers; the defaults are the system's clock, five minutes for an event and thirty seconds of idling.
    ///
    /// - Parameter sleep: measures the limits in place of the system's clock, and throws when its task is cancelled. Tests
    ///   pass a `sleep` that they end by hand.
    public init(
        eventLimit: Duration = .seconds(300), idleLimit: Duration = .seconds(30),
        sleep: (@Sendable (Duration) async throws -> Void)? = nil
    ) {
        self.eventLimit = eventLimit
        self.idleLimit = idleLimit
        guard let sleep else {
            schedule = { duration, action in
                let call = SharedSleep.shared.call(after: duration, action)
                return { call.cancel() }
            }
            return
        }
        schedule = { duration, action in
            let waiting = Task {
                try await sleep(duration)
                if !Task.isCancelled { action() }
            }
            return { waiting.cancel() }
        }
    }

    /// Ends a lifetime that is still alive when its event's limit has passed.
    func watch(_ lifetime: ExtendedLifetime) {
        let cancel = schedule(eventLimit) { lifetime.timeOut() }
        lifetime.whenSettled { _ in cancel() }
    }

    /// Calls `action`, on any thread, when a worker's idle limit has passed.
    ///
    /// - Returns: a function that drops the call, unless it has begun.
    public func afterIdleLimit(_ action: @escaping @Sendable () -> Void) -> Cancel { schedule(idleLimit, action) }

    /// Calls `action`, on any thread, when the delay of an update has passed.
    func afterUpdateDelay(_ action: @escaping @Sendable () -> Void) { _ = schedule(updateDelay, action) }
}
