import Synchronization

/// Sleeps and calls that share one timer of the system.
///
/// A cancelled `Task.sleep` keeps its timer, about 1 KB, until its time is over. Each event of a worker begins a wait of minutes
/// that is cancelled at once, so that such timers would be tens of thousands.
package final class SharedSleep: Sendable {
    /// The sleeps of this process.
    package static let shared = SharedSleep()

    private struct Sleeper {
        let end: ContinuousClock.Instant
        /// Called once: with nil when the time is over, or with the reason why the sleep ends before.
        let wake: @Sendable (CancellationError?) -> Void
    }

    /// A call that is to come.
    package struct Call: Sendable {
        fileprivate let number: Int
        fileprivate let sleeps: SharedSleep

        /// Drops the call, unless it has begun.
        package func cancel() { _ = sleeps.state.withLock { $0.sleepers.removeValue(forKey: number) } }
    }

    private struct State {
        var sleepers: [Int: Sleeper] = [:]
        /// The sleeps that were cancelled before they began.
        var cancelled: Set<Int> = []
        var number = 0
        /// When the timer fires; nil without one.
        var alarm: ContinuousClock.Instant?
    }

    private let state = Mutex(State())

    package init() {}

    /// The number of sleeps and calls whose time is not over.
    package var count: Int { state.withLock { $0.sleepers.count } }

    /// Sleeps.
    ///
    /// - Throws: `CancellationError` at once when the task is cancelled.
    package func sleep(for duration: Duration) async throws {
        let end = ContinuousClock.now.advanced(by: duration)
        let number = makeNumber()
        // A sleep may be cancelled while it ends.
        defer { state.withLock { _ = $0.cancelled.remove(number) } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                begin(number, Sleeper(end: end) { continuation.resume(with: $0.map { .failure($0) } ?? .success(())) })
            }
        } onCancel: {
            cancel(number)
        }
    }

    /// Calls `action` on any thread when a time is over. This costs no task, which a sleep does.
    package func call(after duration: Duration, _ action: @escaping @Sendable () -> Void) -> Call {
        let number = makeNumber()
        let end = ContinuousClock.now.advanced(by: duration)
        begin(number, Sleeper(end: end) { reason in if reason == nil { action() } })
        return Call(number: number, sleeps: self)
    }

    private func makeNumber() -> Int {
        state.withLock { state in
            state.number += 1
            return state.number
        }
    }

    private func begin(_ number: Int, _ sleeper: Sleeper) {
        let (isCancelled, isEarliest) = state.withLock { state in
            guard state.cancelled.remove(number) == nil else { return (true, false) }
            state.sleepers[number] = sleeper
            guard state.alarm.map({ sleeper.end < $0 }) ?? true else { return (false, false) }
            state.alarm = sleeper.end
            return (false, true)
        }
        if isCancelled { sleeper.wake(CancellationError()) }
        if isEarliest { setAlarm(sleeper.end) }
    }

    private func cancel(_ number: Int) {
        let sleeper = state.withLock { state in
            let sleeper = state.sleepers.removeValue(forKey: number)
            if sleeper == nil { state.cancelled.insert(number) }
            return sleeper
        }
        sleeper?.wake(CancellationError())
    }

    private func setAlarm(_ instant: ContinuousClock.Instant) {
        Task {
            try? await ContinuousClock().sleep(until: instant)
            wake(at: instant)
        }
    }

    /// Ends the sleeps whose time is over, and sets the timer for the next one.
    private func wake(at instant: ContinuousClock.Instant) {
        let (ended, next) = state.withLock { state in
            // An earlier timer has been set since, and has taken this one's place.
            guard state.alarm == instant else { return ([Sleeper](), ContinuousClock.Instant?.none) }
            let now = ContinuousClock.now
            let over = state.sleepers.filter { $0.value.end <= now }
            for number in over.keys { state.sleepers[number] = nil }
            state.alarm = state.sleepers.values.lazy.map(\.end).min()
            return (over.values.sorted { $0.end < $1.end }, state.alarm)
        }
        if let next { setAlarm(next) }
        for sleeper in ended { sleeper.wake(nil) }
    }
}
