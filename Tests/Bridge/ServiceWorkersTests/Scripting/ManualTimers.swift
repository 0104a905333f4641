import ServiceWorkers
import Synchronization

/// Timers that go off when a test says so.
final class ManualTimers: Sendable {
    private struct Sleeper {
        var duration: Duration
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct Contents {
        var count = 0
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
        var watchers: [(Duration, CheckedContinuation<Void, Never>)] = []
    }

    static let eventLimit = Duration.seconds(300)
    static let idleLimit = Duration.seconds(30)
    private let contents = Mutex(Contents())

    var timers: WorkerTimers {
        WorkerTimers(eventLimit: Self.eventLimit, idleLimit: Self.idleLimit) { [self] in try await sleep($0) }
    }

    /// Waits until someone sleeps for that long, and wakes all who do.
    func fire(_ duration: Duration) async {
        await withCheckedContinuation { continuation in
            let isThere = contents.withLock { contents in
                let isThere = contents.sleepers.values.contains { $0.duration == duration }
                if !isThere { contents.watchers.append((duration, continuation)) }
                return isThere
            }
            if isThere { continuation.resume() }
        }
        let woken = contents.withLock { contents in
            let woken = contents.sleepers.filter { $0.value.duration == duration }
            for key in woken.keys { contents.sleepers[key] = nil }
            return woken.values.map(\.continuation)
        }
        for continuation in woken { continuation.resume() }
    }

    private func sleep(_ duration: Duration) async throws {
        let number = contents.withLock { contents in
            contents.count += 1
            return contents.count
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (isCancelled, watchers) = contents.withLock { contents in
                    if contents.cancelled.contains(number) {
                        return (true, [CheckedContinuation<Void, Never>]())
                    }
                    contents.sleepers[number] = Sleeper(duration: duration, continuation: continuation)
                    let watchers = contents.watchers.filter { $0.0 == duration }.map(\.1)
                    contents.watchers.removeAll { $0.0 == duration }
                    return (false, watchers)
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
                for watcher in watchers { watcher.resume() }
            }
        } onCancel: {
            let sleeper = contents.withLock { contents in
                contents.cancelled.insert(number)
                return contents.sleepers.removeValue(forKey: number)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }
}
