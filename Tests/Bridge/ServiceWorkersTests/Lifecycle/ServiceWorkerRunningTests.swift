import Foundation
import ServiceWorkers
import Synchronization
import TestSupport
import Testing

/// Starts at once or never, and answers every event.
private final class PlainHost: ServiceWorkerHost {
    let log = Mutex<[String]>([])
    let report: StartReport?
    private let stopped = AsyncStream.makeStream(of: Void.self)

    init(_ report: StartReport?) { self.report = report }

    func start(_ order: StartOrder) async throws -> StartReport {
        log.withLock { $0.append("start") }
        guard let report else { throw CancellationError() }
        return report
    }

    func dispatch(
        _ event: ServiceWorkerEvent, to worker: ServiceWorkerID, lifetime: ExtendedLifetime
    ) async throws -> EventResult {
        log.withLock { $0.append(event.type) }
        if event.type == "activate" {
            for await _ in stopped.stream {}
            throw CancellationError()
        }
        if event.type == "install" { try lifetime.addPromise() }
        return EventResult()
    }

    func terminate(_ worker: ServiceWorkerID) async {
        log.withLock { $0.append("terminate") }
        stopped.continuation.finish()
    }
}

@Suite(.hangLimit(minutes: 1))
struct ServiceWorkerRunningTests {
    private func worker(_ host: PlainHost, timers: WorkerTimers = WorkerTimers()) throws -> ServiceWorker {
        ServiceWorker(
            id: ServiceWorkerID(rawValue: "w"), scriptURL: try #require(URL(string: "sw://app.example/sw.js")),
            type: .classic, scriptResourceMap: ScriptResourceMap(), host: host, timers: timers)
    }

    @Test func `a running worker is not started again and skips events without listeners`() async throws {
        let host = PlainHost(StartReport(eventTypes: ["fetch"]))
        let worker = try worker(host)
        #expect(await worker.run() == .normal)
        #expect(await worker.run() == .normal)
        #expect(host.log.withLock { $0 } == ["start"])
        #expect(!worker.shouldSkipEvent("fetch"))
        #expect(worker.shouldSkipEvent("install"))
    }

    @Test func `run returns nil if the start fails, and the error if the script throws`() async throws {
        #expect(await (try worker(PlainHost(nil))).run() == nil)
        let thrown = PlainHost(StartReport(status: .threw("Error: no"), eventTypes: []))
        #expect(await (try worker(thrown)).run() == .threw("Error: no"))
    }

    @Test func `a redundant worker is not started`() async throws {
        let host = PlainHost(StartReport(eventTypes: []))
        let worker = try worker(host)
        try worker.move(to: .redundant)
        #expect(await worker.run() == nil)
        #expect(host.log.withLock { $0 }.isEmpty)
    }

    @Test func `a worker that is terminated and run again starts after the termination`() async throws {
        let host = PlainHost(StartReport(eventTypes: []))
        let worker = try worker(host)
        _ = await worker.run()
        worker.terminate()
        #expect(!worker.isRunning)
        #expect(await worker.run() == .normal)
        #expect(host.log.withLock { $0 } == ["start", "terminate", "start"])
    }

    @Test func `an event of a worker is pending until its promise settles`() async throws {
        let worker = try worker(PlainHost(StartReport(eventTypes: ["install"])))
        _ = await worker.run()
        let lifetime = ExtendedLifetime()
        _ = try await worker.dispatch(.install, lifetime: lifetime)
        #expect(!worker.hasNoPendingEvents)
        lifetime.promiseSettled()
        #expect(await lifetime.settled() == .fulfilled)
        #expect(worker.hasNoPendingEvents)
    }

    @Test func `an event that outlasts the event limit times out`() async throws {
        let timers = WorkerTimers(eventLimit: .seconds(1), sleep: { _ in })
        let worker = try worker(PlainHost(StartReport(eventTypes: ["install"])), timers: timers)
        _ = await worker.run()
        let lifetime = ExtendedLifetime()
        _ = try await worker.dispatch(.install, lifetime: lifetime)
        #expect(await lifetime.settled() == .timedOut)
    }

    @Test func `an event is discarded when its worker stops meanwhile or was terminated before`() async throws {
        let host = PlainHost(StartReport(eventTypes: ["activate"]))
        let timers = WorkerTimers(eventLimit: .seconds(1), sleep: { _ in })
        let worker = try worker(host, timers: timers)
        _ = await worker.run()
        let lifetime = ExtendedLifetime()
        let stop = Task {
            _ = await lifetime.settled()
            await host.terminate(workerID)
        }
        await #expect(throws: EventDiscarded.self) { try await worker.dispatch(.activate, lifetime: lifetime) }
        await stop.value
        worker.terminate()
        await #expect(throws: EventDiscarded.self) {
            try await worker.dispatch(.install, lifetime: ExtendedLifetime())
        }
    }

    private var workerID: ServiceWorkerID { ServiceWorkerID(rawValue: "w") }
}
