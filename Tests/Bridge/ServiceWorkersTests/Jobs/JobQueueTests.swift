import Foundation
import TestSupport
import Testing

@testable import ServiceWorkers

@Suite(.hangLimit(minutes: 1))
struct JobQueueTests {
    private func job(_ kind: Job.Kind = .register, script: String = "sw://x/sw.js") -> Job {
        Job(
            Job.Order(
                kind: kind, storageKey: StorageKey(rawValue: "sw://x"), scopeURL: address("sw://x/"),
                scriptURL: address(script), workerType: .classic, updateViaCache: .imports),
            id: JobID(rawValue: 1))
    }

    @Test func `a job joins an equal one right before it, and waits for a different one`() {
        var queue = JobQueue()
        let first = job()
        #expect(queue.schedule(first) == .run)
        #expect(queue.schedule(job()) == .coalesced)
        let other = job(script: "sw://x/other.js")
        #expect(queue.schedule(other) == .waits)
        #expect(queue.schedule(job()) == .waits)
        let isMore = queue.finish(first)
        #expect(isMore)
        #expect(queue.jobs.first === other)
    }

    @Test func `a job that has settled is not joined by equal ones`() {
        var queue = JobQueue()
        let first = job()
        _ = queue.schedule(first)
        #expect(queue.schedule(job()) == .coalesced)
        #expect(first.settle(.unregistered(true)).count == 2)
        #expect(first.settle(.unregistered(false)).isEmpty)
        #expect(queue.schedule(job()) == .waits)
    }

    @Test func `equal registrations at the same time fetch the script once`() async throws {
        let world = try await World()
        let gate = Gate()
        await world.fetcher.serve("one", at: world.script)
        await world.fetcher.hold(world.script, gate)
        async let first = world.container.register(world.script, client: world.page)
        async let second = world.container.register(world.script, client: world.page)
        async let third = world.container.register(world.script, client: world.page)
        gate.open()
        let ids = try await Set([first.id, second.id, third.id])
        #expect(ids.count == 1)
        #expect(await world.fetcher.requests.count == 1)
    }

    @Test func `a registration does not wait for a slow one of another scope`() async throws {
        let world = try await World()
        let gate = Gate()
        let slow = address("sw://app.example/slow/sw.js")
        await world.fetcher.serve("one", at: slow)
        await world.fetcher.hold(slow, gate)
        async let held = world.container.register(slow, client: world.page)
        let other = try await world.register(at: address("sw://app.example/quick/sw.js"))
        #expect(other.scopeURL == address("sw://app.example/quick/"))
        gate.open()
        #expect(try await held.scopeURL == address("sw://app.example/slow/"))
    }
}
