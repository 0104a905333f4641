import Glibc
import Synchronization

/// The work that remains to be done when the process ends: the removal of its temporary files, the last words of a report. Any thread.
///
/// The work is done where the process calls `exit`. A program whose process ends in other ways calls ``arrive()`` before, for example
/// at a signal. Nothing can be done where the process is killed.
package enum ProcessEnd {
    private struct State {
        var last = 0
        var actions: [Int: @Sendable () -> Void] = [:]
        var process: pid_t?
        var hasArrived = false
    }

    private static let state = Mutex(State())

    /// An action at the end. It is given up with this object.
    package final class Action: Sendable {
        private let number: Int

        /// Adds an action, which may run on any thread.
        package init(_ action: @escaping @Sendable () -> Void) {
            number = state.withLock { state in
                // Processes that are forked from this one have the list too, and none of the files.
                if state.process == nil { atexit { ProcessEnd.arrive() } }
                state.process = getpid()
                state.last += 1
                state.actions[state.last] = action
                return state.last
            }
        }

        deinit { _ = state.withLock { [number] in $0.actions.removeValue(forKey: number) } }
    }

    /// Whether the process ends.
    static var hasArrived: Bool { state.withLock { $0.hasArrived } }

    /// Does the work, the latest action first; nothing the second time. No ``TemporaryFolder`` can be made afterwards.
    package static func arrive() {
        let actions = state.withLock { state -> [@Sendable () -> Void] in
            guard (state.process ?? getpid()) == getpid() else { return [] }
            state.hasArrived = true
            defer { state.actions = [:] }
            return state.actions.sorted { $0.key > $1.key }.map(\.value)
        }
        for action in actions { action() }
    }
}
