import ServiceWorker
import Testing

struct SharedSleepTests {
    private let sleeps = SharedSleep()

    @Test func aSleepLastsItsTime() async throws {
        let start = ContinuousClock.now
        try await sleeps.sleep(for: .milliseconds(30))
        #expect(start.duration(to: .now) >= .milliseconds(30))
        #expect(sleeps.count == 0)
    }

    @Test func aShorterSleepEndsBeforeALongerOneThatBeganEarlier() async throws {
        let long = Task { try await sleeps.sleep(for: .seconds(3600)) }
        while sleeps.count == 0 { await Task.yield() }
        try await sleeps.sleep(for: .milliseconds(10))
        #expect(sleeps.count == 1)
        long.cancel()
        await #expect(throws: CancellationError.self) { try await long.value }
    }

    @Test func theTimerIsSetAgainForTheNextSleep() async throws {
        let ends = try await withThrowingTaskGroup(of: Int.self) { group in
            for time in [60, 20, 40] {
                group.addTask {
                    try await sleeps.sleep(for: .milliseconds(time))
                    return time
                }
            }
            var ends: [Int] = []
            for try await time in group { ends.append(time) }
            return ends
        }
        #expect(ends.sorted() == [20, 40, 60])
        #expect(sleeps.count == 0)
    }

    @Test func cancelledSleepsLeaveNothing() async {
        let tasks = (0..<1000).map { _ in Task { try await sleeps.sleep(for: .seconds(3600)) } }
        for task in tasks { task.cancel() }
        for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
        #expect(sleeps.count == 0)
    }
}
