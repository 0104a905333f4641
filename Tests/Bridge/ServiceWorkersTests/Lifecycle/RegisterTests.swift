import Foundation
import TestSupport
import Testing

@testable import ServiceWorkers

@Suite(.hangLimit(minutes: 1))
struct RegisterTests {
    @Test func `a registration sends its events in the order of the specification`() async throws {
        let world = try await World()
        let events = await EventLog(world.container)
        await world.fetcher.serve("one", at: world.script)
        try await world.container.register(world.script, client: world.page, job: JobID(rawValue: 1))
        try await events.until(.activated)
        #expect(
            events.words == [
                "registration installing", "state installing", "resolved", "updatefound",
                "registration installing+waiting", "registration waiting", "state installed",
                "registration waiting+active", "registration active", "state activating", "ready page",
                "state activated",
            ])
        #expect(await world.fetcher.requests.first?.headers["service-worker"] == "script")
    }

    @Test(arguments: [
        ("ftp://app.example/sw.js", nil, ServiceWorkerError.Name.typeError),
        ("sw://app.example/a%2Fb/sw.js", nil, .typeError),
        ("sw://app.example/sw.js", "sw://app.example/a%5cb/", .typeError),
        ("sw://other.example/sw.js", nil, .securityError),
        ("sw://app.example/sw.js", "sw://other.example/", .securityError),
        ("sw://app.example/js/sw.js", "sw://app.example/", .securityError),
        ("sw://app.example/js/sw.js", "sw://app.example/js", .securityError),
    ])
    func `register throws for a script or scope of a wrong scheme, path or origin`(
        _ script: String, _ scope: String?, _ name: ServiceWorkerError.Name
    ) async throws {
        let world = try await World()
        let error = await #expect(throws: ServiceWorkerError.self) {
            try await world.register(at: address(script), scope: scope.map { address($0) })
        }
        #expect(error?.name == name)
        #expect(await world.container.registrations(client: world.page).isEmpty)
    }

    @Test(arguments: [
        ("http://plain.example/", false), ("http://localhost:8080/", true), ("http://app.localhost/", true),
        ("http://127.0.0.1/", true), ("https://app.example/", true), ("sw://app.example/", true),
    ])
    func `only a page of a secure origin registers a worker`(_ origin: String, _ isSecure: Bool) async throws {
        let world = try await World(page: address(origin))
        let script = address(origin + "sw.js")
        if isSecure {
            #expect(try await world.register(at: script).scopeURL.absoluteString == origin)
        } else {
            let error = await #expect(throws: ServiceWorkerError.self) { try await world.register(at: script) }
            #expect(error?.name == .securityError)
        }
    }

    @Test func `registering the same script and scope again resolves without a fetch`() async throws {
        let world = try await World()
        let first = try await world.activate()
        let again = try await world.register()
        #expect(again.id == first.id)
        #expect(await world.fetcher.requests.count == 1)
    }

    @Test func `another script for a scope is installed beside the active worker`() async throws {
        let world = try await World()
        let first = try await world.activate()
        await world.host.script("other", Behaviour(handlers: ["install": { _, _, _ in EventResult() }]))
        let other = try await world.register("other", at: address("sw://app.example/other.js"))
        #expect(other.id == first.id)
        #expect(other.installing?.scriptURL == address("sw://app.example/other.js"))
        #expect(other.active == first.active)
    }

    @Test func `the default scope is the folder of the script, whose fragment is dropped`() async throws {
        let world = try await World()
        await world.fetcher.serve("one", at: address("sw://app.example/js/sw.js?v=1"))
        let registration = try await world.container.register(
            address("sw://app.example/js/sw.js?v=1#part"), client: world.page)
        #expect(registration.scopeURL == address("sw://app.example/js/"))
        #expect(registration.installing?.scriptURL == address("sw://app.example/js/sw.js?v=1"))
    }

    @Test(arguments: [WorkerType.classic, .module])
    func `a script and its imports are requested as the worker's type says`(_ type: WorkerType) async throws {
        let world = try await World()
        let library = address("sw://app.example/library.js")
        await world.host.script("imports", Behaviour(imports: [library]))
        await world.fetcher.serve("imports", at: world.script)
        await world.fetcher.serve("library", at: library)
        try await world.container.register(world.script, type: type, client: world.page)
        #expect(await world.fetcher.requests.map(\.type) == [type, type])
    }
}
