/// Things that happen under a name, and those who wait for them. Main actor only.
@MainActor
final class Occurrences<Value: Sendable> {
    private struct Waiter {
        let number: Int
        let continuation: CheckedContinuation<Value, any Error>
    }

    private var happened: [String: [Value]] = [:]
    private var waiters: [String: [Waiter]] = [:]
    private var waits = 0

    /// Notes that something has happened.
    func add(_ value: Value, for name: String) {
        if var waiting = waiters[name], !waiting.isEmpty {
            let first = waiting.removeFirst()
            waiters[name] = waiting
            first.continuation.resume(returning: value)
        } else {
            happened[name, default: []].append(value)
        }
    }

    /// Waits for the next occurrence, or returns at once one that has happened already.
    ///
    /// - Throws: `CancellationError` when the task is cancelled. The occurrence is then the next caller's.
    func next(_ name: String) async throws -> Value {
        if var values = happened[name], !values.isEmpty {
            let first = values.removeFirst()
            happened[name] = values
            return first
        }
        waits += 1
        let number = waits
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                waiters[name, default: []].append(Waiter(number: number, continuation: $0))
            }
        } onCancel: {
            Task { @MainActor in self.abandon(number, name) }
        }
    }

    private func abandon(_ number: Int, _ name: String) {
        guard let index = waiters[name]?.firstIndex(where: { $0.number == number }) else { return }
        waiters[name]?.remove(at: index).continuation.resume(throwing: CancellationError())
    }

    /// Returns when the calling task is cancelled.
    nonisolated func untilCancelled() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        await withTaskCancellationHandler {
            for await _ in stream {}
        } onCancel: {
            continuation.finish()
        }
    }
}

/// Counts from 0. Main actor only.
@MainActor
final class Counter {
    private var count = 0

    nonisolated init() {}

    func next() -> Int {
        defer { count += 1 }
        return count
    }
}
