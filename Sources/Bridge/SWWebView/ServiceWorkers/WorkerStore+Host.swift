import Fetch
import Foundation
import HTTPMessages
import Logging
import ServiceWorkers
import URLInterception
import WebKit

extension WorkerStore: WorkerRunnerServices {
    private struct Beginning: Encodable {
        var worker: WorkerWire
        var registration: OrNull<RegistrationWire>
        /// The form in which the realm sees its own addresses.
        var addresses: String
        /// The hosts whose http(s) addresses the realm's requests find under `sw://`.
        var hosts: [String]
        /// Whether there is a network, for `navigator.onLine`.
        var isOnline: Bool
        /// The APIs of the web app.
        var webApp: WebAppFacts
    }

    func begin(_ realm: Realm) { realms.add(realm) }

    func activeWorker(_ worker: ServiceWorkerID) async -> ServiceWorkerSnapshot? {
        let active = await container?.registration(of: worker)?.active
        return active?.id == worker && active?.state == .activated ? active : nil
    }

    func facts(of worker: ServiceWorkerSnapshot) async -> String {
        let registration = await container?.registration(of: worker.id)
        let key = StorageKey(of: worker.scriptURL) ?? StorageKey(rawValue: "")
        let loading = loading(for: key)
        return JSONText.text(
            Beginning(
                worker: WorkerWire(worker), registration: OrNull(registration.map { RegistrationWire($0) }),
                addresses: workerAddresses.rawValue,
                hosts: loading.addresses.bridgedHosts, isOnline: loading.loader.connectivity.isOnline,
                webApp: webApp.facts), .sorted)
    }

    func end(_ realm: Realm) {
        if realms[realm.id] === realm { drop(realm) }
    }

    func lost(_ worker: ServiceWorkerID) { container?.assumeIsolated { $0.lose(worker) } }

    func receive(_ message: CommandMessage, _ bytes: Data, from realm: Realm) {
        guard realms[realm.id] === realm, let channel = realm.channel else { return }
        let context = CommandContext(
            realm: realm, loading: loading(for: realm.storageKey), services: self, clients: nil, streams: nil,
            bytes: bytes)
        router.receive(message, on: channel, context) { [weak self] in self?.refuse($0) }
    }

    /// Counts and logs a refused message of a worker.
    private func refuse(_ what: String) {
        refusedMessages += 1
        RefusalLog.note("\(what), of a service worker", count: refusedMessages)
    }

    func awaitChannel(of document: String, _ opened: @escaping @MainActor (DocumentChannel) -> Void) {
        channels.claim(document, opened)
    }

    func forgetChannel(of document: String) { channels.abandon(document) }

    func importScript(_ url: URL, for worker: ServiceWorkerID) async throws -> ScriptResource {
        guard let container else { throw WorkerRunnerError.gone }
        return try await container.importScript(url, for: worker)
    }

    func userAgent(of origin: String) -> String? { loading(for: StorageKey(rawValue: origin)).userAgent() }

    func network(for worker: WorkerOrigin, body: RequestBody) throws -> any FetchNetwork {
        guard let key = URL(string: worker.origin).flatMap({ StorageKey(of: $0) }) else {
            throw URLError(.unsupportedURL)
        }
        return ViewNetwork(loading(for: key), for: RequestSource(key), body: body, asker: .worker)
    }

    func loadReserved(
        _ request: URLRequest, _ url: URL, body: BodyStream, for worker: WorkerOrigin
    ) async throws -> LoadedResource? {
        switch url.path {
        case BodyRegistry.path: return try await bodies.respond(to: request, url, body: body)
        case SocketAddress.path, ViewConnectivity.path:
            guard let key = URL(string: worker.origin).flatMap({ StorageKey(of: $0) }) else { return nil }
            let loading = loading(for: key)
            return url.path == SocketAddress.path
                ? try SocketAddress(loading: loading).respond(to: url, asker: .worker)
                : try ViewConnectivity.respond(to: url, loading)
        default: return nil
        }
    }

    private struct SourceWire: Encodable {
        var client: ClientWire?
        var worker: WorkerWire?
    }

    func describe(_ source: MessageEvent.Source) async -> String {
        switch source {
        case .client(let id):
            let client = await container?.client(ClientID(rawValue: id))
            return JSONText.text(SourceWire(client: client.map { ClientWire($0) }))
        case .worker(let worker): return JSONText.text(SourceWire(worker: WorkerWire(worker)))
        }
    }

    private static let workerLog = Logger(label: "swwebview.serviceworker.console")

    func log(_ level: String, _ text: String, of worker: ServiceWorkerSnapshot) {
        let text = "\(worker.scriptURL.lastPathComponent): \(text)"
        guard console.isEmpty else { return console.notify(ServiceWorkerOutput(level: level, text: text)) }
        let level: Logger.Level =
            switch level {
            case "error": .error
            case "warn", "warning": .warning
            case "debug", "trace": .debug
            default: .info
            }
        Self.workerLog.log(level: level, "\(text)")
    }
}
