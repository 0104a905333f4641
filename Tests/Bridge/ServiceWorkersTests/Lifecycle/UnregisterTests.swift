import Foundation
import TestSupport
import Testing

@testable import ServiceWorkers

@Suite(.hangLimit(minutes: 1))
struct UnregisterTests {
    private let key = StorageKey(rawValue: "sw://app.example")

    @Test func `a registration without clients is cleared at once`() async throws {
        let storage = try ServiceWorkerStorage()
        let world = try await World(storage: storage)
        let registration = try await world.activate()
        let events = await EventLog(world.container)
        #expect(try await world.container.unregister(scope: registration.scopeURL, storageKey: key))
        try await events.until("cleared")
        #expect(events.words == ["registration ", "state redundant", "cleared"])
        #expect(try await storage.registrations().isEmpty)
        #expect(try await !world.container.unregister(scope: registration.scopeURL, storageKey: key))
    }

    @Test func `a registration in use works until its last client goes`() async throws {
        let world = try await World()
        await world.host.script(
            "answers",
            Behaviour(handlers: ["fetch": { _, _, _ in EventResult(respondWith: .response(FetchResponse())) }]))
        let registration = try await world.activate("answers")
        try await world.container.claim(try #require(registration.active?.id))
        try await world.container.unregister(scope: registration.scopeURL, storageKey: key)
        #expect(await world.container.registrations(client: world.page).isEmpty)
        let outcome = await world.container.handleFetch(world.request("sw://app.example/a"), client: world.page)
        guard case .response = outcome else {
            Issue.record("The page lost its worker.")
            return
        }
        await world.container.removeClient(world.page)
        #expect(await world.container.registration(registration.id) == nil)
        #expect(await world.container.leftovers == [0, 0, 0, 0])
    }

    @Test func `a scope is registered anew while its old registration is still in use`() async throws {
        let world = try await World()
        let first = try await world.activate()
        try await world.container.claim(try #require(first.active?.id))
        try await world.container.unregister(scope: first.scopeURL, storageKey: key)
        let second = try await world.activate()
        #expect(second.id != first.id)
        #expect(await world.container.controller(of: world.page)?.id == first.active?.id)
    }

    @Test func `twenty registrations that are unregistered leave nothing in the container`() async throws {
        let world = try await World()
        for _ in 0..<20 {
            let registration = try await world.activate()
            try await world.container.unregister(scope: registration.scopeURL, storageKey: key)
        }
        #expect(await world.container.leftovers == [0, 0, 0, 0])
    }
}
