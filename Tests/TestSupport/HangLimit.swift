public import Testing

/// The time that a test may take on an idle machine. It grows with the load of the machine: see
/// ``Machine/slowness``.
public struct HangLimit: TestTrait, SuiteTrait, TestScoping {
    private let limit: Duration

    package init(_ limit: Duration) { self.limit = limit }

    /// Each test of a suite has the limit for itself.
    public var isRecursive: Bool { true }

    /// Runs a test, and cancels it when its time is over.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withoutActuallyEscaping(function) { body in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await body() }
                group.addTask { try await watch(test) }
                defer { group.cancelAll() }
                try await group.next()
            }
        }
    }

    /// Returns when the time is over, however busy the machine was meanwhile. The load average counts the last minute.
    private func watch(_ test: Test) async throws {
        let start = ContinuousClock.now
        while case let end = start + Machine.patience(limit), end > .now {
            try await ContinuousClock().sleep(until: end)
        }
        Issue.record("The test ran for more than \(start.duration(to: .now))", sourceLocation: test.sourceLocation)
    }
}

extension Trait where Self == HangLimit {
    /// A limit that only guards against hanging: the test may take `minutes` on an idle machine, and longer on a busy one.
    public static func hangLimit(minutes: Int) -> Self { HangLimit(.seconds(60 * minutes)) }
}
