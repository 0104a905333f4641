import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ServiceWorkers

/// Tests for the events of a worker whose process dies.
@Suite(.hangLimit(minutes: 1))
struct LostWorkerTests {
    private struct Crash: Error {}

    /// A handler that fails the first times, and then answers.
    private static func failing(_ times: Int, _ error: any Error, enters: Bool = false) -> Behaviour.Handler {
        let calls = Calls()
        return { _, lifetime, _ in
            if enters { lifetime.enterRespondWith() }
            if calls.next() <= times { throw error }
            return EventResult(respondWith: .response(FetchResponse()))
        }
    }

    private final class Calls: Sendable {
        private let count = Mutex(0)
        func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }

    private func controlled(_ type: String, _ handler: @escaping Behaviour.Handler) async throws -> (
        World, ServiceWorkerID
    ) {
        let world = try await World()
        await world.host.script("one", Behaviour(handlers: [type: handler]))
        let id = try #require(try await world.activate("one").active?.id)
        try await world.container.claim(id)
        return (world, id)
    }

    private func fetch(_ world: World, body: BodyStream? = nil) async -> String {
        var request = world.request("sw://app.example/a")
        request.body = body
        switch await world.container.handleFetch(request, client: world.page) {
        case .network: return "network"
        case .response: return "response"
        case .networkError: return "error"
        }
    }

    private func log(_ world: World) async -> [String] {
        await world.host.log.filter { $0 == "start one" || $0 == "fetch" || $0 == "message" || $0 == "push" }
    }

    @Test func `a fetch event that was not taken is dispatched to the next run of the worker`() async throws {
        let (world, _) = try await controlled("fetch", Self.failing(1, EventNotTaken()))
        #expect(await fetch(world) == "response")
        #expect(await log(world).suffix(3) == ["fetch", "start one", "fetch"])
    }

    @Test func `a fetch event that two runs of the worker did not take goes to the network`() async throws {
        let (world, _) = try await controlled("fetch", Self.failing(2, EventNotTaken()))
        #expect(await fetch(world) == "network")
        #expect(await fetch(world) == "response")
    }

    @Test func `a fetch event with a body that was not taken goes to the network, not to the next run`() async throws {
        let (world, _) = try await controlled("fetch", Self.failing(1, EventNotTaken()))
        #expect(await fetch(world, body: BodyStream(Data("x".utf8))) == "network")
        #expect(await fetch(world) == "response")
    }

    @Test func `a fetch in flight in a crash is an error, and the next starts the worker again`() async throws {
        let (world, _) = try await controlled("fetch", Self.failing(1, Crash(), enters: true))
        #expect(await fetch(world) == "error")
        #expect(await fetch(world) == "response")
        #expect(await log(world).suffix(3) == ["fetch", "start one", "fetch"])
    }

    @Test func `a message event that was not taken is dispatched to the next run of the worker`() async throws {
        let (world, id) = try await controlled("message", Self.failing(1, EventNotTaken()))
        let message = MessageEvent(data: Data(), origin: "sw://app.example", source: .client("page"))
        #expect(await world.container.postMessage(message, to: id))
        #expect(await log(world).suffix(3) == ["message", "start one", "message"])
    }

    @Test func `an event with a pending promise is terminated when its worker is lost`() async throws {
        let (taken, continuation) = AsyncStream<Void>.makeStream()
        let (world, id) = try await controlled("push") { _, lifetime, _ in
            try lifetime.addPromise()
            continuation.yield()
            return EventResult()
        }
        let registration = try #require(await world.container.registration(of: id)?.id)
        var events = taken.makeAsyncIterator()
        for lose in [{ await world.container.lose(id) }, { await world.container.loseAll() }] {
            let outcome = Task {
                await world.container.fireFunctionalEvent("push", data: Data(), at: registration)
            }
            await events.next()
            await lose()
            #expect(await outcome.value == .terminated)
        }
        #expect(await log(world).suffix(3) == ["push", "start one", "push"])
    }
}
