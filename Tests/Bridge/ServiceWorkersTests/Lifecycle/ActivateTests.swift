import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ServiceWorkers

@Suite(.hangLimit(minutes: 1))
struct ActivateTests {
    /// A registration whose first worker controls the page, and whose second one waits.
    private func waiting(_ world: World) async throws -> (ServiceWorkerRegistrationSnapshot, EventLog) {
        let registration = try await world.activate()
        try await world.container.claim(try #require(registration.active?.id))
        await world.fetcher.serve("two", at: world.script)
        let events = await EventLog(world.container)
        try await world.container.update(registration.id)
        try await events.until(.installed)
        return (try #require(await world.container.registration(registration.id)), events)
    }

    @Test func `the waiting worker becomes active when the last client goes`() async throws {
        let world = try await World()
        let (registration, events) = try await waiting(world)
        await world.container.removeClient(world.page)
        try await events.until(.activated)
        let now = try #require(await world.container.registration(registration.id))
        #expect(now.active?.id == registration.waiting?.id)
        #expect(now.waiting == nil)
    }

    @Test func `skipWaiting makes the waiting worker control the page at once`() async throws {
        let world = try await World()
        let (registration, events) = try await waiting(world)
        let worker = try #require(registration.waiting?.id)
        await world.container.skipWaiting(worker)
        #expect(await world.container.controller(of: world.page)?.id == worker)
        try await events.until(.activated)
        #expect(
            events.words.suffix(7) == [
                "registration waiting+active", "registration active", "state activating", "state redundant",
                "ready page",
                "controllerchange page", "state activated",
            ])
    }

    @Test func `the fetch event of a navigation waits for the activate event`() async throws {
        let world = try await World()
        let gate = Gate()
        let steps = Mutex<[String]>([])
        await world.host.script(
            "slow",
            Behaviour(handlers: [
                "activate": { _, _, _ in
                    try await gate.wait()
                    steps.withLock { $0.append("activated") }
                    return EventResult()
                },
                "fetch": { _, _, _ in
                    steps.withLock { $0.append("fetch") }
                    return EventResult(respondWith: .response(FetchResponse()))
                },
            ]))
        let events = await EventLog(world.container)
        let registration = try await world.register("slow")
        try await events.until(.activating)
        let reserved = ClientID(rawValue: "next")
        let url = address("sw://app.example/next")
        await world.container.addClient(Client(id: reserved, url: url, isExecutionReady: false))
        let request = world.request("sw://app.example/next", destination: .document)
        let answer = Task { await world.container.handleFetch(request, reservedClient: reserved) }
        // A worker of another scope goes the whole way meanwhile.
        _ = try await world.activate("one", scope: address("sw://app.example/other/"))
        gate.open()
        guard case .response = await answer.value else {
            Issue.record("The worker did not answer.")
            return
        }
        #expect(await world.container.registration(registration.id)?.active?.state == .activated)
        #expect(steps.withLock { $0 } == ["activated", "fetch"])
    }

    @Test func `a worker whose activate event hangs until its limit is activated`() async throws {
        let world = try await World()
        let forever = Gate()
        await world.host.script(
            "hangs",
            Behaviour(handlers: [
                "activate": { _, _, _ in
                    try await forever.wait()
                    return EventResult()
                }
            ]))
        let events = await EventLog(world.container)
        try await world.register("hangs")
        try await events.until(.activating)
        await world.timers.fire(ManualTimers.eventLimit)
        try await events.until(.activated)
    }

    @Test func `an idle worker is terminated, and started again for a message`() async throws {
        let world = try await World()
        await world.host.script("listens", Behaviour(handlers: ["message": { _, _, _ in EventResult() }]))
        let worker = try #require(try await world.activate("listens").active)
        await world.timers.fire(ManualTimers.idleLimit)
        let message = MessageEvent(data: Data(), origin: "sw://app.example", source: .client("page"))
        try await world.host.terminated()
        #expect(await world.container.postMessage(message, to: worker.id))
        #expect(await world.host.log.filter { $0 == "start listens" }.count == 2)
    }
}
