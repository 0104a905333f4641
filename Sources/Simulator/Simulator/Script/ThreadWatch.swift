import Foundation
import Synchronization

/// A watch on the processor time of a thread's turns. Only that thread may call ``begin(limit:over:)`` and ``end()``.
final class ThreadWatch: Sendable {
    private struct State {
        var turn = 0
        var isRunning = false
        var start = 0.0
        var clock = clockid_t()
        /// Whether a timer is set, perhaps by an earlier turn.
        var isArmed = false
    }

    private let state = Mutex(State())

    /// Begins a turn. Calls `over` on another thread when the turn takes more processor time than `limit`, in seconds.
    func begin(limit: Double, over: @escaping @Sendable () -> Void) {
        let mustArm = state.withLock { state in
            if state.turn == 0 { pthread_getcpuclockid(pthread_self(), &state.clock) }
            state.turn += 1
            state.isRunning = true
            state.start = Self.time(of: state.clock)
            defer { state.isArmed = true }
            return !state.isArmed
        }
        if mustArm { arm(limit, limit, over) }
    }

    /// Ends the turn.
    func end() { state.withLock { $0.isRunning = false } }

    private func arm(_ seconds: Double, _ limit: Double, _ over: @escaping @Sendable () -> Void) {
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in self?.look(limit, over) }
    }

    private func look(_ limit: Double, _ over: @escaping @Sendable () -> Void) {
        let rest = state.withLock { state -> Double? in
            guard state.isRunning else {
                state.isArmed = false
                return nil
            }
            return limit - (Self.time(of: state.clock) - state.start)
        }
        guard let rest else { return }
        if rest > 0 { arm(max(rest, 0.01), limit, over) } else { over() }
    }

    private static func time(of clock: clockid_t) -> Double {
        var now = timespec()
        clock_gettime(clock, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
    }
}
