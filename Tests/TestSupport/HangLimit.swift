internal import Foundation
public import Testing

/// The time that a test may take on an idle machine. It grows with the load of the machine: see
/// ``Machine/slowness``.
///
/// A test that is not over a minute after it was cancelled ends the process, since nothing takes a test off its wait for a web view.
/// `Scripts/test` then runs the tests that have not begun, in another process.
public struct HangLimit: TestTrait, SuiteTrait, TestScoping {
    private struct TimeIsOver: Error {}

    private let limit: Duration
    private let patience: Duration

    /// - Parameter patience: the time that a cancelled test has to end, on an idle machine.
    package init(_ limit: Duration, patience: Duration = .seconds(60)) {
        (self.limit, self.patience) = (limit, patience)
    }

    /// Each test of a suite has the limit for itself.
    public var isRecursive: Bool { true }

    /// Runs a test, and cancels it when its time is over.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await run(test.name, test.sourceLocation, function)
    }

    package func run(
        _ name: String, _ location: SourceLocation, _ function: @Sendable () async throws -> Void
    ) async throws {
        try await withoutActuallyEscaping(function) { body in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await body() }
                group.addTask {
                    let time = try await timeIsOver()
                    Issue.record("The test ran for more than \(time)", sourceLocation: location)
                    throw TimeIsOver()
                }
                defer { group.cancelAll() }
                do {
                    try await group.next()
                } catch is TimeIsOver {
                    group.cancelAll()
                    let end = endOfProcess("\(name) at \(location) did not end when it was cancelled.")
                    defer { end.cancel() }
                    try await group.next()
                }
            }
        }
    }

    /// Returns the time that has passed when it is over, however busy the machine was meanwhile. The load average counts the last minute.
    private func timeIsOver() async throws -> Duration {
        let start = ContinuousClock.now
        while case let end = start + Machine.patience(limit), end > .now {
            try await ContinuousClock().sleep(until: end)
        }
        return start.duration(to: .now)
    }

    private func endOfProcess(_ reason: String) -> Task<Void, any Error> {
        Task.detached {
            try await ContinuousClock().sleep(for: Machine.patience(patience))
            fflush(nil)
            fatalError(reason)
        }
    }
}

extension Trait where Self == HangLimit {
    /// A limit that only guards against hanging: the test may take `minutes` on an idle machine, and longer on a busy one.
    public static func hangLimit(minutes: Int) -> Self { HangLimit(.seconds(60 * minutes)) }
}
