import TestSupport
import Testing

struct HangLimitTests {
    @Test func `a test that hangs is cancelled when its time is over, and fails`() async throws {
        let test = try #require(Test.current)
        try await confirmation { isCancelled in
            try await withKnownIssue {
                try await HangLimit(.milliseconds(1)).provideScope(for: test, testCase: nil) {
                    do { try await ContinuousClock().sleep(for: .seconds(3600)) } catch { isCancelled() }
                }
            } matching: { issue in
                issue.comments.contains { $0.rawValue.hasPrefix("The test ran for more than") }
            }
        }
    }

    @Test func `a test that cannot be cancelled ends the process, and is named`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await withKnownIssue {
                try await HangLimit(.milliseconds(1), patience: .milliseconds(1)).run("the wait", #_sourceLocation) {
                    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
                }
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("the wait at") && text.contains("did not end when it was cancelled"))
    }

    @Test func `a test that ends in time has its own errors alone`() async throws {
        struct OwnError: Error {}
        let test = try #require(Test.current)
        await #expect(throws: OwnError.self) {
            try await HangLimit(.seconds(3600)).provideScope(for: test, testCase: nil) { throw OwnError() }
        }
    }

    @Test func `patience is the whole limit at least`() {
        #expect(Machine.slowness >= 1)
        #expect(Machine.patience(.seconds(2)) >= .seconds(2))
    }
}
