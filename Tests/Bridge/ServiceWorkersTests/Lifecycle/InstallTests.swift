import Foundation
import TestSupport
import Testing

@testable import ServiceWorkers

@Suite(.hangLimit(minutes: 1))
struct InstallTests {
    private static let rejects: Behaviour.Handler = { _, lifetime, _ in
        try lifetime.addPromise()
        lifetime.promiseSettled(rejection: "no cache")
        return EventResult()
    }

    @Test func `a first worker whose install event is rejected leaves no registration`() async throws {
        let world = try await World()
        await world.host.script("rejects", Behaviour(handlers: ["install": Self.rejects]))
        let events = await EventLog(world.container)
        let registration = try await world.register("rejects")
        try await events.until("workerinstallerror")
        #expect(events.words.suffix(3) == ["registration ", "state redundant", "workerinstallerror"])
        #expect(await world.container.registration(registration.id) == nil)
        #expect(await world.container.registrations(client: world.page).isEmpty)
    }

    @Test func `an update whose install event is rejected leaves the old worker active`() async throws {
        let world = try await World()
        let registration = try await world.activate()
        await world.host.script("rejects", Behaviour(handlers: ["install": Self.rejects]))
        await world.fetcher.serve("rejects", at: world.script)
        let events = await EventLog(world.container)
        try await world.container.update(registration.id)
        try await events.until("workerinstallerror")
        let now = try #require(await world.container.registration(registration.id))
        #expect(now.active == registration.active)
        #expect(now.installing == nil)
    }

    @Test func `a worker whose install event has a pending promise is activated once that settles`() async throws {
        let world = try await World()
        let (dispatched, gate) = (Gate(), Gate())
        await world.host.script(
            "waits",
            Behaviour(handlers: [
                "install": { _, lifetime, _ in
                    try lifetime.addPromise()
                    Task {
                        try await gate.wait()
                        lifetime.promiseSettled()
                    }
                    dispatched.open()
                    return EventResult()
                }
            ]))
        let registration = try await world.register("waits")
        let worker = try #require(registration.installing)
        try await dispatched.wait()
        // A worker of another scope, whose install event comes later, goes the whole way meanwhile.
        _ = try await world.activate("one", scope: address("sw://app.example/other/"))
        try #require(await world.container.registration(registration.id)?.installing == worker)
        let events = await EventLog(world.container)
        gate.open()
        try await events.until(.activated)
        #expect(await world.container.registration(registration.id)?.active?.id == worker.id)
    }

    @Test func `an install event that hangs until its limit leaves no registration`() async throws {
        let world = try await World()
        let forever = Gate()
        await world.host.script(
            "loops",
            Behaviour(handlers: [
                "install": { _, _, _ in
                    try await forever.wait()
                    return EventResult()
                }
            ]))
        let events = await EventLog(world.container)
        try await world.register("loops")
        await world.timers.fire(ManualTimers.eventLimit)
        try await events.until("workerinstallerror")
        #expect(await world.container.registrations(client: world.page).isEmpty)
    }

    @Test func `a worker that cannot be stored is not installed`() async throws {
        let storage = try ServiceWorkerStorage()
        try await storage.write { db in
            try db.execute(
                sql: "CREATE TRIGGER full BEFORE INSERT ON script BEGIN SELECT RAISE(ABORT, 'disk full'); END")
        }
        let world = try await World(storage: storage)
        let events = await EventLog(world.container)
        try await world.register()
        try await events.until("workerinstallerror")
        #expect(try await storage.registrations().isEmpty)
    }
}
