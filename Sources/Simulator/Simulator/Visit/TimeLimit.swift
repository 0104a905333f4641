import HTTPMessages
import WebKit

/// Waits for work, but not for longer than so many seconds; nil where it took longer. The work itself goes on.
@MainActor
package func withTimeLimit<Value: Sendable>(
    seconds: Double, _ work: @escaping @MainActor () async -> Value
) async -> Value? {
    let (values, continuation) = AsyncStream.makeStream(of: Value.self)
    Task { @MainActor in
        continuation.yield(await work())
        continuation.finish()
    }
    let timer = Task {
        try await ContinuousClock().sleep(for: .clamping(seconds: seconds))
        continuation.finish()
    }
    defer { timer.cancel() }
    for await value in values { return value }
    return nil
}
