/// A value that one task waits for. The wait ends early when the task is cancelled.
@MainActor
final class Waiter<Value: Sendable> {
    private var result: Result<Value, any Error>?
    private var continuation: CheckedContinuation<Value, any Error>?

    /// Sets the value. Only the first call has an effect.
    func resume(with result: Result<Value, any Error>) {
        guard self.result == nil else { return }
        self.result = result
        continuation?.resume(with: result)
        continuation = nil
    }

    func resume(returning value: Value) { resume(with: .success(value)) }

    /// Waits for the value. Call this method once.
    ///
    /// - Throws: `URLError(.cancelled)` when the task is cancelled, or the error of ``resume(with:)``.
    func value() async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                if let result { return continuation.resume(with: result) }
                self.continuation = continuation
            }
        } onCancel: {
            Task { @MainActor in self.resume(with: .failure(URLError(.cancelled))) }
        }
    }
}
