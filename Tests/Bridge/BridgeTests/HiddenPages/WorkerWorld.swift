import Fetch
import Foundation
import ServiceWorkers
import Testing
import URLInterception
import WebKit

@testable import SWWebView

/// A worker host with scripts in memory, whose workers' commands and console are noted.
@MainActor
final class WorkerWorld: WorkerRunnerServices {
    let store = WKWebsiteDataStore.nonPersistent()
    /// The channels of the hidden pages, and the bodies of the workers.
    private let services: WorkerStore
    private let router = CommandRouter(BodyCommands.table)
    private(set) lazy var host = WorkerRunner(store: store, services: self, limits: limits)
    var limits = WorkerRunner.Limits()
    let isInUse = true
    var workerAddresses = ServiceWorkerAddresses.https
    /// The network's resources, by path.
    var network: [String: @Sendable (URLRequest, Data) async throws -> LoadedResource] = [:]
    /// Scripts for `importScripts` and imports, by address.
    var scripts: [String: String] = [:]
    private(set) var active: [ServiceWorkerID: ServiceWorkerSnapshot] = [:]
    private(set) var imports: [String] = []
    /// The workers that imported something.
    private(set) var importers: Set<ServiceWorkerID> = []
    /// Runs before an import is answered.
    var beforeImport: @MainActor (ServiceWorkerID) async -> Void = { _ in }
    private(set) var commands: [(path: String, body: String)] = []
    private(set) var lines: [String] = []
    private var awaitedLines: [(line: String, continuation: CheckedContinuation<Void, Never>)] = []
    private var count = 0

    init() { services = .of(store) }

    /// Starts a worker at `sw://app.example<path>`.
    func start(
        _ source: String, path: String = "/sw.js", type: WorkerType = .classic, headers: HeaderList = [:]
    ) async throws -> (id: ServiceWorkerID, report: StartReport) {
        let order = try order(source, path: path, type: type, headers: headers)
        return (order.worker.id, try await host.start(order))
    }

    /// Returns the order to start a new worker.
    func order(
        _ source: String, path: String = "/sw.js", type: WorkerType = .classic, headers: HeaderList = [:]
    ) throws -> StartOrder {
        count += 1
        guard let url = URL(string: "sw://app.example\(path)") else { throw URLError(.badURL) }
        let id = ServiceWorkerID(rawValue: "worker-\(count)")
        var headers = headers
        headers.set("Content-Type", to: "text/javascript")
        var map = ScriptResourceMap()
        map[url] = ScriptResource(headers: headers, body: Data(source.utf8))
        let worker = ServiceWorkerSnapshot(id: id, scriptURL: url, type: type, state: .activated)
        active[id] = worker
        return StartOrder(worker: worker, scripts: map)
    }

    /// Starts a worker that must not throw.
    func run(_ source: String, type: WorkerType = .classic) async throws -> ServiceWorkerID {
        let (id, report) = try await start(source, type: type)
        #expect(report.status == .normal)
        return id
    }

    /// Dispatches a fetch event.
    func fetch(
        _ path: String, of worker: ServiceWorkerID, lifetime: ExtendedLifetime = ExtendedLifetime(),
        body: BodyStream? = nil, _ adjust: (inout FetchRequest.Head) -> Void = { _ in }
    ) async throws -> EventResult {
        guard let url = URL(string: "sw://app.example\(path)") else { throw URLError(.badURL) }
        var head = FetchRequest.Head(url: url)
        adjust(&head)
        let event = FetchEvent(request: FetchRequest(head, body: body), clientID: "client")
        return try await host.dispatch(.fetch(event), to: worker, lifetime: lifetime)
    }

    /// Returns the body of the response to a fetch event, as text.
    func text(
        _ path: String, of worker: ServiceWorkerID, body: BodyStream? = nil,
        _ adjust: (inout FetchRequest.Head) -> Void = { _ in }
    ) async throws -> String {
        let response = try response(try await fetch(path, of: worker, body: body, adjust))
        return String(decoding: try await response.body?.collect() ?? Data(), as: UTF8.self)
    }

    func response(_ result: EventResult) throws -> FetchResponse {
        switch result.respondWith {
        case .response(let response): return response
        case .failed(let reason): throw WorkerBodyError(message: reason)
        case .notEntered: throw WorkerBodyError(message: "not entered")
        }
    }

    /// Waits until a worker's console has had a line.
    func logs(_ line: String) async {
        guard !lines.contains(line) else { return }
        await withCheckedContinuation { awaitedLines.append((line, $0)) }
    }

    // MARK: WorkerRunnerServices

    let tap = BridgeTap()

    var realmChanges = EnvironmentPatches()

    var bodies: BodyRegistry { services.bodies }

    func begin(_ realm: Realm) {}

    func activeWorker(_ worker: ServiceWorkerID) async -> ServiceWorkerSnapshot? { active[worker] }

    func facts(of worker: ServiceWorkerSnapshot) async -> String {
        let own = "\"id\":\"\(worker.id)\",\"scriptURL\":\"\(worker.scriptURL.absoluteString)\",\"state\":\"activated\""
        return "{\"worker\":{\(own)},\"registration\":null,\"addresses\":\"\(workerAddresses)\",\"hosts\":[]}"
    }

    func end(_ realm: Realm) { bodies.dropAll(of: realm) }

    private(set) var lostWorkers: [ServiceWorkerID] = []

    func lost(_ worker: ServiceWorkerID) { lostWorkers.append(worker) }

    func receive(_ message: CommandMessage, _ bytes: Data, from realm: Realm) {
        guard let channel = realm.channel else { return }
        if BodyCommands.table[message.path] != nil {
            let context = CommandContext(
                realm: realm, loading: ViewSources(), services: services, clients: nil, streams: nil, bytes: bytes)
            return router.receive(message, on: channel, context) { Issue.record("\($0)") }
        }
        commands.append((message.path, String(decoding: message.body, as: UTF8.self)))
        if message.path == "/OpaqueResponse/clone",
            let handles = try? JSONDecoder().decode([String: String].self, from: Data(message.body)),
            let id = handles["id"], let other = handles["to"]
        {
            realm.opaque.copy(id, to: other)
        }
        guard let index = message.promiseIndex else { return }
        channel.reply(to: index, json: message.body)
    }

    func awaitChannel(of document: String, _ opened: @escaping @MainActor (DocumentChannel) -> Void) {
        services.channels.claim(document, opened)
    }

    func forgetChannel(of document: String) { services.channels.abandon(document) }

    func importScript(_ url: URL, for worker: ServiceWorkerID) async throws -> ScriptResource {
        imports.append(url.absoluteString)
        importers.insert(worker)
        await beforeImport(worker)
        guard let source = scripts[url.absoluteString] else { throw URLError(.fileDoesNotExist) }
        return ScriptResource(headers: ["Content-Type": "text/javascript"], body: Data(source.utf8))
    }

    func network(for worker: WorkerOrigin, body: RequestBody) -> any FetchNetwork {
        Network(preflights: preflights, answers: network, body: body)
    }

    private let preflights = PreflightCache()

    /// The network of one request.
    private struct Network: FetchNetwork {
        let preflights: PreflightCache
        let answers: [String: @Sendable (URLRequest, Data) async throws -> LoadedResource]
        let body: RequestBody

        func registrableDomain(of host: String) -> String { host }

        func cookies(of url: URL) -> (any FetchCookies)? { nil }

        func send(_ request: URLRequest, to url: URL, for outgoing: OutgoingRequest?) async throws -> LoadedResource {
            guard let answer = answers[url.path] else { throw URLError(.cannotConnectToHost) }
            return try await answer(request, outgoing?.hasBody ?? false ? try await body.collect() ?? Data() : Data())
        }

        func documentAddress(of url: URL, isFollowed: Bool) -> URL { url }

        func isDowngrade(from document: URL?, to url: URL) -> Bool { false }
    }

    func loadReserved(
        _ request: URLRequest, _ url: URL, body: BodyStream, for worker: WorkerOrigin
    ) async throws -> LoadedResource? { nil }

    func describe(_ source: MessageEvent.Source) async -> String {
        "{\"client\":{\"id\":\"c\",\"url\":\"sw://app.example/\",\"type\":\"window\",\"frameType\":\"top-level\"}}"
    }

    func log(_ level: String, _ text: String, of worker: ServiceWorkerSnapshot) {
        let line = "\(level): \(text)"
        lines.append(line)
        for awaited in awaitedLines where awaited.line == line { awaited.continuation.resume() }
        awaitedLines.removeAll { $0.line == line }
    }
}
