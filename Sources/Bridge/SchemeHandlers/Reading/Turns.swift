import Synchronization

/// Lets so many in at a time; the others wait in the order they came.
final class Turns: Sendable {
    private struct State {
        var free: Int
        var waiters: [CheckedContinuation<Void, Never>] = []
        var first = 0
    }

    private let state: Mutex<State>

    init(_ count: Int) { state = Mutex(State(free: count)) }

    func take() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.free == 0 else {
                    state.free -= 1
                    return true
                }
                state.waiters.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    func give() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.first < state.waiters.count else {
                state.free += 1
                return nil
            }
            defer {
                state.first += 1
                if state.first == state.waiters.count { (state.waiters, state.first) = ([], 0) }
            }
            return state.waiters[state.first]
        }
        next?.resume()
    }
}
