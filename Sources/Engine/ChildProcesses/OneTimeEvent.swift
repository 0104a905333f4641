import Synchronization

/// An event that happens once, and that any number of tasks wait for. They go on in their order. Any thread.
package final class OneTimeEvent: Sendable {
    private struct State {
        var hasHappened = false
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        /// The waits whose time was over before they began.
        var givenUp: Set<Int> = []
        var count = 0
    }

    private let state = Mutex(State())

    package init() {}

    package var hasHappened: Bool { state.withLock { $0.hasHappened } }

    /// Resumes the tasks that wait; the event has happened from now on.
    package func happen() {
        let waiting = state.withLock { state in
            state.hasHappened = true
            defer { state.waiting = [:] }
            return state.waiting
        }
        for (_, continuation) in waiting.sorted(by: { $0.key < $1.key }) { continuation.resume() }
    }

    /// Waits for the event.
    package func wait() async { await wait(as: nextNumber()) }

    /// Waits, but not for ever; returns whether the event happened.
    package func wait(atMost time: Duration) async -> Bool {
        let number = nextNumber()
        let timer = Task { [weak self] in
            try await ContinuousClock().sleep(for: time)
            self?.giveUp(number)
        }
        await wait(as: number)
        timer.cancel()
        return hasHappened
    }

    private func nextNumber() -> Int {
        state.withLock { state in
            state.count += 1
            return state.count
        }
    }

    private func wait(as number: Int) async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.hasHappened || state.givenUp.remove(number) != nil { return true }
                state.waiting[number] = continuation
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    private func giveUp(_ number: Int) {
        let waiting = state.withLock { state in
            let continuation = state.waiting.removeValue(forKey: number)
            if continuation == nil, !state.hasHappened { state.givenUp.insert(number) }
            return continuation
        }
        waiting?.resume()
    }
}
