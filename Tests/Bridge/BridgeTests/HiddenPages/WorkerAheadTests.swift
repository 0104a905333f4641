import Foundation
import ServiceWorkers
import Testing

@testable import SWWebView

/// Stopped workers are made ahead of their next start.
@MainActor @Suite(.serialized, .hangLimit(minutes: 5))
struct WorkerAheadTests {
    private let world = WorkerWorld()
    private let source = """
        console.log(`runs ${self.ran = (self.ran ?? 0) + 1}`);
        onfetch = (event) => event.respondWith(new Response(location.href));
        """

    /// The number of realms that the page has made.
    private var realms: Int { world.host.pages["sw://app.example"]?.runs ?? 0 }

    /// Returns the address that a worker shows.
    private func address(of worker: ServiceWorkerID) async throws -> String { try await world.text("/", of: worker) }

    /// Starts a worker, stops it, and makes it ahead.
    private func madeAhead() async throws -> StartOrder {
        let order = try world.order(source)
        _ = try await world.host.start(order)
        await world.host.terminate(order.worker.id)
        await world.host.makeAhead(order)
        #expect(world.host.counts.workers == 0)
        return order
    }

    @Test func `a worker starts in the realm that was made ahead`() async throws {
        let order = try await madeAhead()
        #expect(realms == 2)
        #expect(try await world.host.start(order) == StartReport(status: .normal, eventTypes: ["fetch"]))
        #expect(realms == 2)
        #expect(world.lines == ["log: runs 1", "log: runs 1"])
    }

    @Test func `a realm with facts of another time is not used`() async throws {
        let order = try await madeAhead()
        #expect(try await world.host.start(order).status == .normal)
        #expect(try await address(of: order.worker.id) == "https://app.example/sw.js")
        #expect(realms == 2)
        await world.host.terminate(order.worker.id)
        await world.host.makeAhead(order)
        world.workerAddresses = .sw
        #expect(try await world.host.start(order).status == .normal)
        #expect(try await address(of: order.worker.id) == "sw://app.example/sw.js")
        #expect(realms == 4)
    }

    @Test func `a change of the system is not missed`() async throws {
        let order = try await madeAhead()
        world.realmChanges.workerScripts = ["self.location.hash; tellHost('changed');"]
        #expect(try await world.host.start(order).status == .normal)
        #expect(world.commands.map(\.path) == ["/Realm/tell"])
        await world.host.terminate(order.worker.id)
        await world.host.makeAhead(order)
        #expect(world.commands.count == 1)
        #expect(try await world.host.start(order).status == .normal)
        #expect(world.commands.count == 2, "What the realm said before its start arrives at the start.")
    }

    @Test func `a worker whose process ended after it was made ahead starts`() async throws {
        let order = try await madeAhead()
        world.host.terminateWebProcesses()
        #expect(try await world.host.start(order).status == .normal)
        #expect(try await address(of: order.worker.id) == "https://app.example/sw.js")
        #expect(world.lostWorkers.isEmpty)
    }

    @Test func `another worker of the address does not wait for the realm`() async throws {
        _ = try await madeAhead()
        let other = try await world.run("onfetch = (event) => event.respondWith(new Response('other'));")
        #expect(try await world.text("/", of: other) == "other")
    }
}
