import Foundation
import TestSupport
import Testing

@testable import ServiceWorkers

@Suite(.hangLimit(minutes: 1))
struct UpdateTests {
    @Test(arguments: [
        (404, "text/javascript" as String?, ServiceWorkerError.Name.typeError), (404, "text/html", .typeError),
        (200, "text/html", .securityError), (200, nil, .securityError), (302, "text/javascript", .securityError),
    ])
    func `register fails for a script of a bad status or MIME type`(
        _ status: Int, _ type: String?, _ name: ServiceWorkerError.Name
    ) async throws {
        let world = try await World()
        await world.fetcher.serve("one", at: world.script, status: status, type: type)
        let error = await #expect(throws: ServiceWorkerError.self) {
            try await world.container.register(world.script, client: world.page)
        }
        #expect(error?.name == name)
        #expect(await world.container.registrations(client: world.page).isEmpty)
    }

    @Test func `register throws a TypeError for a script that cannot be fetched or that throws`() async throws {
        let world = try await World()
        var error = await #expect(throws: ServiceWorkerError.self) {
            try await world.container.register(world.script, client: world.page)
        }
        #expect(error?.name == .typeError)
        await world.host.script("throws", Behaviour(status: .threw("Error")))
        error = await #expect(throws: ServiceWorkerError.self) { try await world.register("throws") }
        #expect(error?.name == .typeError)
        #expect(await world.container.registrations(client: world.page).isEmpty)
        #expect(await world.container.leftovers == [0, 0, 0, 0])
    }

    @Test func `Service-Worker-Allowed widens the scope that a script may have`() async throws {
        let world = try await World()
        let script = address("sw://app.example/js/sw.js")
        await world.fetcher.serve("one", at: script, allowed: "/")
        let registration = try await world.container.register(
            script, scope: address("sw://app.example/app/"), client: world.page)
        #expect(registration.scopeURL == address("sw://app.example/app/"))
    }

    @Test func `an update to the same bytes makes no new worker`() async throws {
        let world = try await World()
        let registration = try await world.activate()
        let updated = try await world.container.update(registration.id)
        #expect(updated.installing == nil)
        #expect(updated.active == registration.active)
        #expect(await world.fetcher.requests.count == 2)
    }

    @Test func `an update to other bytes makes a new worker that waits`() async throws {
        let world = try await World()
        let registration = try await world.activate()
        try await world.container.claim(try #require(registration.active?.id))
        let events = await EventLog(world.container)
        await world.fetcher.serve("two", at: world.script)
        try await world.container.update(registration.id)
        try await events.until(.installed)
        let now = try #require(await world.container.registration(registration.id))
        #expect(now.active == registration.active)
        #expect(now.waiting?.state == .installed)
    }

    @Test func `an update makes a new worker when an imported script has changed`() async throws {
        let world = try await World()
        let library = address("sw://app.example/library.js")
        await world.fetcher.serve("library 1", at: library)
        await world.host.script("imports", Behaviour(imports: [library]))
        let registration = try await world.activate("imports")
        #expect(try await world.container.update(registration.id).installing == nil)
        await world.fetcher.serve("library 2", at: library)
        let updated = try await world.container.update(registration.id)
        #expect(updated.installing != nil)
    }

    @Test func `an update fails when the new worker imports a script that the update did not get`() async throws {
        let world = try await World()
        let (changing, gone) = (address("sw://app.example/changing.js"), address("sw://app.example/gone.js"))
        for library in [changing, gone] { await world.fetcher.serve("library 1", at: library) }
        await world.host.script("imports", Behaviour(imports: [gone, changing]))
        let registration = try await world.activate("imports")
        await world.fetcher.serve("none", at: gone, status: 404)
        #expect(try await world.container.update(registration.id).installing == nil, "nothing else has changed")
        await world.fetcher.serve("library 2", at: changing)
        let error = await #expect(throws: ServiceWorkerError.self) {
            try await world.container.update(registration.id)
        }
        #expect(error?.name == .typeError)
        let count = await world.fetcher.requests.count { $0.url == gone }
        #expect(count == 3, "the install and two updates; the new worker does not ask again")
    }

    @Test func `every change of an imported script makes a new worker, also when an update has fetched the script`()
        async throws
    {
        let world = try await World()
        let library = address("sw://app.example/library.js")
        await world.fetcher.serve("library 0", at: library)
        await world.host.script("imports", Behaviour(imports: [library]))
        let registration = try await world.activate("imports")
        for number in 1...4 {
            await world.fetcher.serve("library \(number)", at: library)
            let events = await EventLog(world.container)
            #expect(try await world.container.update(registration.id).installing != nil, "change \(number)")
            try await events.until(.activated)
            #expect(try await world.container.update(registration.id).installing == nil, "after change \(number)")
        }
    }

    @Test(arguments: [(UpdateViaCache.all, false, false), (.imports, true, false), (.none, true, true)])
    func `updateViaCache decides which scripts an update checks with the server`(
        _ mode: UpdateViaCache, _ main: Bool, _ imported: Bool
    ) async throws {
        let world = try await World()
        let library = address("sw://app.example/library.js")
        await world.fetcher.serve("library", at: library)
        await world.host.script("imports", Behaviour(imports: [library]))
        let events = await EventLog(world.container)
        let registration = try await world.register("imports", updateViaCache: mode)
        try await events.until(.activated)
        try await world.container.update(registration.id)
        let requests = await world.fetcher.requests.suffix(2)
        #expect(requests.map(\.isNoCache) == [main, imported])
        #expect(await world.container.registration(registration.id)?.updateViaCache == mode)
    }

    @Test func `an installed worker imports only the scripts that it has stored`() async throws {
        let world = try await World()
        let library = address("sw://app.example/library.js")
        await world.fetcher.serve("library", at: library)
        await world.host.script("imports", Behaviour(imports: [library]))
        let worker = try #require(try await world.activate("imports").active)
        let stored = try await world.container.importScript(library, for: worker.id)
        #expect(stored.body == Data("library".utf8))
        await #expect(throws: ServiceWorkerError.self) {
            try await world.container.importScript(address("sw://app.example/new.js"), for: worker.id)
        }
    }

    @Test(arguments: [86_401, -86_401])
    func `a fetch updates when the clock is a day later or was set back`(seconds: TimeInterval) async throws {
        let world = try await World()
        await world.host.script("fetches", Behaviour(handlers: ["fetch": { _, _, _ in EventResult() }]))
        let registration = try await world.activate("fetches")
        try await world.container.claim(try #require(registration.active?.id))
        let request = world.request("sw://app.example/data")
        _ = await world.container.handleFetch(request, client: world.page)
        world.clock.advance(seconds)
        await world.fetcher.serve("two", at: world.script)
        let events = await EventLog(world.container)
        _ = await world.container.handleFetch(request, client: world.page)
        #expect(await world.container.jobCount == 0, "The update waits until the page has loaded.")
        await world.timers.fire(.seconds(1))
        try await events.until(.installed)
    }

    @Test func `update of an unknown registration throws an InvalidStateError`() async throws {
        let world = try await World()
        let error = await #expect(throws: ServiceWorkerError.self) {
            try await world.container.update(RegistrationID(rawValue: "none"))
        }
        #expect(error?.name == .invalidStateError)
    }
}
