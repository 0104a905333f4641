import ServiceWorkers
import TestSupport
import Testing

@Suite(.hangLimit(minutes: 1))
struct SharedSleepTests {
    private let sleeps = SharedSleep()

    @Test func `a sleep lasts at least its time`() async throws {
        let start = ContinuousClock.now
        try await sleeps.sleep(for: .milliseconds(30))
        #expect(start.duration(to: .now) >= .milliseconds(30))
        #expect(sleeps.count == 0)
    }

    @Test func `a shorter sleep ends before a longer one that began earlier`() async throws {
        let long = Task.immediate { try await sleeps.sleep(for: .seconds(3600)) }
        #expect(sleeps.count == 1)
        try await sleeps.sleep(for: .milliseconds(10))
        #expect(sleeps.count == 1)
        long.cancel()
        await #expect(throws: CancellationError.self) { try await long.value }
    }

    @Test func `sleeps of several lengths at the same time end in their turn, and none before its time`() async throws {
        let longest = Task.immediate { try await sleeps.sleep(for: .seconds(3600)) }
        #expect(sleeps.count == 1)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for time in [60, 20, 40] {
                group.addTask {
                    let start = ContinuousClock.now
                    try await sleeps.sleep(for: .milliseconds(time))
                    #expect(start.duration(to: .now) >= .milliseconds(time))
                }
            }
            try await group.waitForAll()
        }
        #expect(sleeps.count == 1, "the longest sleep goes on")
        longest.cancel()
        await #expect(throws: CancellationError.self) { try await longest.value }
    }

    @Test func `sleeps that are cancelled throw and leave nothing behind`() async {
        let tasks = (0..<1000).map { _ in Task { try await sleeps.sleep(for: .seconds(3600)) } }
        for task in tasks { task.cancel() }
        for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
        #expect(sleeps.count == 0)
    }

    @Test func `a call comes when its time is over, a cancelled one never`() async throws {
        let (calls, heard) = AsyncStream.makeStream(of: String.self)
        let start = ContinuousClock.now
        sleeps.call(after: .milliseconds(1)) { heard.yield("cancelled") }.cancel()
        _ = sleeps.call(after: .milliseconds(30)) {
            heard.yield("called")
            heard.finish()
        }
        #expect(await calls.reduce(into: []) { $0.append($1) } == ["called"])
        #expect(start.duration(to: .now) >= .milliseconds(30))
        #expect(sleeps.count == 0)
    }
}
