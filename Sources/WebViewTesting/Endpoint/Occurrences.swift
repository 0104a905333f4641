/// Things that happen under a name, and those who wait for them. Main actor only.
@MainActor
final class Occurrences<Value: Sendable> {
    private var happened: [String: [Value]] = [:]
    private var waiters: [String: [CheckedContinuation<Value, Never>]] = [:]

    /// Notes that something has happened.
    func add(_ value: Value, for name: String) {
        if var waiting = waiters[name], !waiting.isEmpty {
            let first = waiting.removeFirst()
            waiters[name] = waiting
            first.resume(returning: value)
        } else {
            happened[name, default: []].append(value)
        }
    }

    /// Waits for the next occurrence, or returns at once one that has happened already.
    func next(_ name: String) async -> Value {
        if var values = happened[name], !values.isEmpty {
            let first = values.removeFirst()
            happened[name] = values
            return first
        }
        return await withCheckedContinuation { waiters[name, default: []].append($0) }
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
