import Synchronization

/// A result that any number of tasks wait for. They go on in the order in which they came. Any thread.
///
/// Tasks that wait for the value of one `Task` go on in the reverse order. Even continuations that are resumed in a row may change places
/// on the main actor, so that each task is resumed when the one before it has gone on.
package final class SharedResult<Value: Sendable>: Sendable {
    private struct State {
        var result: Result<Value, any Error>?
        var waiting: [CheckedContinuation<Result<Value, any Error>, Never>] = []
        /// Whether a task was resumed and has not gone on.
        var isResuming = false
    }

    private let state = Mutex(State())

    package init() {}

    /// Sets the result, once.
    package func set(_ result: Result<Value, any Error>) {
        state.withLock { $0.result = $0.result ?? result }
        resumeNext()
    }

    /// Waits for the result.
    ///
    /// - Throws: its error.
    package nonisolated(nonsending) func value() async throws -> Value {
        if let result = state.withLock({ $0.isResuming ? nil : $0.result }) { return try result.get() }
        let result = await withCheckedContinuation { continuation in
            state.withLock { $0.waiting.append(continuation) }
            resumeNext()
        }
        state.withLock { $0.isResuming = false }
        resumeNext()
        return try result.get()
    }

    private func resumeNext() {
        let next = state.withLock {
            state -> (CheckedContinuation<Result<Value, any Error>, Never>, Result<Value, any Error>)? in
            guard let result = state.result, !state.isResuming, !state.waiting.isEmpty else { return nil }
            state.isResuming = true
            return (state.waiting.removeFirst(), result)
        }
        if let (continuation, result) = next { continuation.resume(returning: result) }
    }
}
