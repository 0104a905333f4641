import Foundation

@testable import ServiceWorkers

/// The behaviour of a worker's script, found by the script's text.
struct Behaviour: Sendable {
    typealias Handler = @Sendable (ServiceWorkerEvent, ExtendedLifetime, ServiceWorkerID) async throws -> EventResult

    var status = StartStatus.normal
    var imports: [URL] = []
    var fetchListenersAreEmpty = false
    /// What the start of the worker waits for.
    var start: @Sendable () async throws -> Void = {}
    var handlers: [String: Handler] = [:]
}

/// Runs workers by their scripts' text, and records the calls that it receives.
actor ScriptedHost: ServiceWorkerHost {
    private var behaviours: [String: Behaviour] = [:]
    private var running: [ServiceWorkerID: Behaviour] = [:]
    private var tasks: [ServiceWorkerID: [Task<EventResult, any Error>]] = [:]
    private weak var container: ServiceWorkerContainer?
    private(set) var log: [String] = []
    private let termination = Gate()

    /// Waits until a worker was stopped.
    nonisolated func terminated() async throws { try await termination.wait() }

    func script(_ text: String, _ behaviour: Behaviour) { behaviours[text] = behaviour }

    func attach(_ container: ServiceWorkerContainer) { self.container = container }

    func start(_ order: StartOrder) async throws -> StartReport {
        let text = String(decoding: order.scripts[order.worker.scriptURL]?.body ?? Data(), as: UTF8.self)
        log.append("start \(text)")
        guard let behaviour = behaviours[text] else { throw CancellationError() }
        try await behaviour.start()
        var status = behaviour.status
        for url in behaviour.imports {
            do {
                _ = try await container?.importScript(url, for: order.worker.id)
            } catch {
                status = .threw("NetworkError")
            }
        }
        running[order.worker.id] = behaviour
        return StartReport(
            status: status, eventTypes: Set(behaviour.handlers.keys),
            fetchListenersAreEmpty: behaviour.fetchListenersAreEmpty)
    }

    func dispatch(
        _ event: ServiceWorkerEvent, to worker: ServiceWorkerID, lifetime: ExtendedLifetime
    ) async throws -> EventResult {
        log.append(event.type)
        guard let behaviour = running[worker] else { throw CancellationError() }
        guard let handler = behaviour.handlers[event.type] else { return EventResult() }
        let task = Task { try await handler(event, lifetime, worker) }
        tasks[worker, default: []].append(task)
        return try await task.value
    }

    func terminate(_ worker: ServiceWorkerID) async {
        log.append("terminate")
        running[worker] = nil
        for task in tasks.removeValue(forKey: worker) ?? [] { task.cancel() }
        termination.open()
    }
}

/// Holds a script until a test lets it go.
final class Gate: Sendable {
    private let (stream, continuation) = AsyncStream.makeStream(of: Never.self)

    func open() { continuation.finish() }

    func wait() async throws {
        for await _ in stream {}
        try Task.checkCancellation()
    }
}
