import Foundation
import TestSupport
import Testing

@testable import ServiceWorkers

@Suite(.hangLimit(minutes: 1))
struct ClearSiteDataTests {
    private let key = StorageKey(rawValue: "sw://app.example")

    @Test func `a client of a cleared registration has no controller, and nothing is left`() async throws {
        let storage = try ServiceWorkerStorage()
        let world = try await World(storage: storage)
        let worker = try #require(try await world.activate().active?.id)
        try await world.container.claim(worker)
        let events = await EventLog(world.container)
        await world.container.clearRegistrations(of: key)
        try await events.until("cleared")
        #expect(events.words.first == "controllerchange page")
        #expect(await world.container.controller(of: world.page) == nil)
        #expect(await world.container.registrations(client: world.page).isEmpty)
        #expect(try await storage.registrations().isEmpty)
        #expect(await world.container.leftovers == [0, 0, 0, 0])
    }

    @Test func `a registration that was unregistered while in use is cleared`() async throws {
        let world = try await World()
        let registration = try await world.activate()
        try await world.container.claim(try #require(registration.active?.id))
        try await world.container.unregister(scope: registration.scopeURL, storageKey: key)
        #expect(await world.container.controller(of: world.page) != nil)
        await world.container.clearRegistrations(of: key)
        #expect(await world.container.controller(of: world.page) == nil)
        #expect(await world.container.leftovers == [0, 0, 0, 0])
    }

    @Test func `other origins keep their registrations`() async throws {
        let world = try await World()
        _ = try await world.activate()
        await world.container.clearRegistrations(of: StorageKey(rawValue: "sw://other.example"))
        #expect(await world.container.registrations(client: world.page).count == 1)
    }

    @Test func `an installation that pends ends, and the scope can be registered again`() async throws {
        let storage = try ServiceWorkerStorage()
        let world = try await World(storage: storage)
        let forever = Gate()
        await world.host.script(
            "installs",
            Behaviour(handlers: [
                "install": { _, _, _ in
                    try await forever.wait()
                    return EventResult()
                }
            ]))
        let events = await EventLog(world.container)
        try await world.register("installs")
        try await events.until(.installing)
        await world.container.clearRegistrations(of: key)
        try await events.until(.redundant)
        #expect(try await world.activate("two").active?.state == .activated)
        #expect(try await storage.registrations().count == 1)
    }

    @Test(arguments: [false, true])
    func `registrations that are under way or wait are aborted`(_ isFetching: Bool) async throws {
        let world = try await World()
        let (gate, starts) = (Gate(), Gate())
        if isFetching {
            await world.fetcher.hold(world.script, gate)
        } else {
            await world.host.script(
                "starts",
                Behaviour(start: {
                    starts.open()
                    try await gate.wait()
                }))
        }
        await world.fetcher.serve("starts", at: world.script)
        let other = address("sw://app.example/sw.js?other")
        let jobs = [world.script, other].map { script in
            Task { try await world.container.register(script, client: world.page) }
        }
        if isFetching {
            while await world.fetcher.requests.isEmpty { await Task.yield() }
        } else {
            try await starts.wait()
        }
        while await world.container.jobCount != 2 { await Task.yield() }
        await world.container.clearRegistrations(of: key)
        gate.open()
        for job in jobs {
            let error = await #expect(throws: ServiceWorkerError.self) { try await job.value }
            #expect(error?.name == .abortError)
        }
        _ = try await world.activate("two")
        #expect(await world.container.registrations(client: world.page).count == 1)
    }
}
