import Foundation
import TestSupport
import Testing

@testable import ServiceWorkers

@Suite(.hangLimit(minutes: 1))
struct ClientTests {
    private func add(_ id: String, _ url: String, to world: World, _ type: Client.Kind = .window) async -> ClientID {
        let client = ClientID(rawValue: id)
        await world.container.addClient(Client(id: client, url: address(url), type: type))
        return client
    }

    @Test func `claim takes control of the clients within its scope only`() async throws {
        let world = try await World()
        let registration = try await world.activate(scope: address("sw://app.example/app/"))
        let worker = try #require(registration.active?.id)
        let inside = await add("inside", "sw://app.example/app/page", to: world)
        let outside = await add("outside", "sw://other.example/app/page", to: world)
        let events = await EventLog(world.container)
        try await world.container.claim(worker)
        try await events.until("controllerchange inside")
        #expect(events.words.count == 1)
        #expect(await world.container.controller(of: inside)?.id == worker)
        #expect(await world.container.controller(of: outside) == nil)
        #expect(await world.container.controller(of: world.page) == nil)
    }

    @Test func `claim by a worker that is not active throws an InvalidStateError`() async throws {
        let world = try await World()
        let gate = Gate()
        await world.host.script(
            "slow",
            Behaviour(handlers: [
                "install": { _, _, _ in
                    try await gate.wait()
                    return EventResult()
                }
            ]))
        let worker = try #require(try await world.register("slow").installing?.id)
        let error = await #expect(throws: ServiceWorkerError.self) { try await world.container.claim(worker) }
        #expect(error?.name == .invalidStateError)
        gate.open()
    }

    @Test func `claim by a worker of a longer scope takes over clients of a shorter scope`() async throws {
        let world = try await World()
        let page = await add("deep", "sw://app.example/app/page", to: world)
        let wide = try await world.activate()
        try await world.container.claim(try #require(wide.active?.id))
        #expect(await world.container.controller(of: page)?.id == wide.active?.id)
        let narrow = try await world.activate(scope: address("sw://app.example/app/"))
        try await world.container.claim(try #require(narrow.active?.id))
        #expect(await world.container.controller(of: page)?.id == narrow.active?.id)
        #expect(await world.container.controller(of: world.page)?.id == wide.active?.id)
    }

    @Test func `a frame that gets the focus gives it to the windows around it, which come first`() async throws {
        let world = try await World()
        let worker = try #require(try await world.activate().active?.id)
        try await world.container.claim(worker)
        let (first, second) = (ClientID(rawValue: "first"), ClientID(rawValue: "second"))
        for frame in [first, second] {
            var client = Client(id: frame, url: address("sw://app.example/frame"), frameType: .nested)
            client.ancestors = [world.page]
            await world.container.addClient(client)
        }
        let other = await add("other", "sw://app.example/other", to: world)
        let all = ClientQueryOptions(includeUncontrolled: true)
        await world.container.updateClient(other) { $0.isFocused = true }
        #expect(await world.container.matchAll(all, for: worker).map(\.id) == [other, world.page, first, second])
        await world.container.updateClient(second) { $0.isFocused = true }
        #expect(await world.container.matchAll(all, for: worker).map(\.id) == [world.page, second, other, first])
    }

    @Test func `a client that comes back has its controller, or the worker that is active since`() async throws {
        let world = try await World()
        let registration = try await world.activate()
        let worker = try #require(registration.active?.id)
        try await world.container.claim(worker)
        let client = try #require(await world.container.client(world.page))
        await world.container.removeClient(world.page)
        #expect(await world.container.matchAll(for: worker).isEmpty)
        await world.container.returnClient(client)
        #expect(await world.container.matchAll(for: worker).map(\.id) == [world.page])
        #expect(await world.container.controller(of: world.page)?.id == worker)
        var former = client
        former.controller = ServiceWorkerID(rawValue: "another")
        let events = await EventLog(world.container)
        await world.container.returnClient(former)
        try await events.until("controllerchange page")
        #expect(await world.container.controller(of: world.page)?.id == worker)
    }

    @Test func `matchAll lists the last focused window first, and only the clients asked for`() async throws {
        let world = try await World()
        let registration = try await world.activate()
        let worker = try #require(registration.active?.id)
        let background = await add("worker", "sw://app.example/w.js", to: world, .worker)
        let second = await add("second", "sw://app.example/2", to: world)
        let third = await add("third", "sw://app.example/3", to: world)
        await world.container.updateClient(second) { $0.isFocused = true }
        #expect(await world.container.matchAll(for: worker).isEmpty)
        let all = ClientQueryOptions(includeUncontrolled: true, type: nil)
        #expect(
            await world.container.matchAll(all, for: worker).map(\.id) == [second, world.page, third, background])
        let workers = ClientQueryOptions(includeUncontrolled: true, type: .worker)
        #expect(await world.container.matchAll(workers, for: worker).map(\.id) == [background])
        try await world.container.claim(worker)
        #expect(await world.container.matchAll(for: worker).map(\.id) == [second, world.page, third])
    }

    @Test func `a worker finds a client of its own origin only by its id`() async throws {
        let world = try await World()
        let worker = try #require(try await world.activate().active?.id)
        let other = await add("other", "sw://other.example/", to: world)
        #expect(try await world.container.client(world.page, for: worker)?.id == world.page)
        #expect(try await world.container.client(other, for: worker) == nil)
    }

    @Test func `a srcdoc frame inherits the controller of its page`() async throws {
        let world = try await World()
        let worker = try #require(try await world.activate().active?.id)
        try await world.container.claim(worker)
        let frame = ClientID(rawValue: "frame")
        await world.container.addClient(
            Client(id: frame, url: address("about:srcdoc"), frameType: .nested), inheritingFrom: world.page)
        #expect(await world.container.controller(of: frame)?.id == worker)
        #expect(await world.container.matchAll(for: worker).map(\.id) == [world.page, frame])
    }

    @Test func `the registration of a page is ready once active, and found by addresses of its origin`() async throws {
        let world = try await World()
        #expect(await world.container.readyRegistration(for: world.page) == nil)
        let registration = try await world.activate()
        #expect(await world.container.readyRegistration(for: world.page) == registration)
        let found = try await world.container.registration(
            matching: address("sw://app.example/any"), client: world.page)
        #expect(found == registration)
        let error = await #expect(throws: ServiceWorkerError.self) {
            try await world.container.registration(matching: address("sw://other.example/"), client: world.page)
        }
        #expect(error?.name == .securityError)
    }
}
