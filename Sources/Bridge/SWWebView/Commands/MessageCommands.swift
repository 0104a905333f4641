import Foundation
import HTTPMessages
import ServiceWorkers

/// The commands behind `postMessage` of workers, clients and ports.
enum MessageCommands {
    static let table: CommandTable = [
        "/ServiceWorker/postMessage": .notification(postToWorker),
        "/Client/postMessage": .notification(postToClient),
        "/MessagePort/proxyMessage": .notification(postThroughPort),
        "/MessagePort/close": .notification(closePort),
    ]

    /// A serialized message, without the bytes beside it; see the runtime's `serialize.js`. The host reads neither.
    struct Message: Codable {
        var data: String
        var ports: [String]
    }

    private struct Addressed: Decodable {
        var id: String
        var message: Message
    }

    private struct PortNotice: Encodable {
        var id: String
        var message: Message?
        var close: Bool?
    }

    private struct ClientNotice: Encodable {
        var type = "message"
        var message: Message
        var origin: String
        var source: WorkerWire
    }

    /// Implements [ServiceWorker.postMessage](https://w3c.github.io/ServiceWorker/#service-worker-postmessage).
    @MainActor
    private static func postToWorker(_ json: Data, _ context: CommandContext) async throws {
        let body = try JSONText.decode(Addressed.self, from: json)
        guard let realm = context.realm, let container = context.services.container else { return }
        let id = ServiceWorkerID(rawValue: body.id)
        guard await container.registration(of: id)?.storageKey == realm.storageKey else { return }
        let source: MessageEvent.Source
        switch realm.kind {
        case .window(let client), .dedicatedWorker(let client), .sharedWorker(let client):
            source = .client(client.rawValue)
        case .serviceWorker(let worker):
            guard let snapshot = await container.worker(worker) else { return }
            source = .worker(snapshot)
        case .sharedWorkerPage: return
        }
        let ports = context.services.ports.sent(body.message.ports, by: realm)
        let event = MessageEvent(
            data: Data(body.message.data.utf8), bytes: context.bytes, origin: realm.storageKey.rawValue, source: source,
            ports: ports)
        await container.postMessage(event, to: id)
        if let worker = context.services.realms[id.rawValue] { context.services.ports.delivered(ports, to: worker) }
    }

    /// Implements [Client.postMessage](https://w3c.github.io/ServiceWorker/#client-postmessage).
    @MainActor
    private static func postToClient(_ json: Data, _ context: CommandContext) async throws {
        let body = try JSONText.decode(Addressed.self, from: json)
        guard let realm = context.realm, let worker = realm.worker, let container = context.services.container,
            let source = await container.worker(worker),
            let described = await container.client(ClientID(rawValue: body.id)),
            StorageKey(of: described.url) == realm.storageKey || described.isExecutionReady
        else { return }
        let ports = context.services.ports.sent(body.message.ports, by: realm)
        let notice = ClientNotice(
            message: Message(data: body.message.data, ports: ports), origin: realm.storageKey.rawValue,
            source: WorkerWire(source))
        let deliver: @MainActor (Realm) -> Void = {
            [services = context.services, key = realm.storageKey, bytes = context.bytes] client in
            guard client.storageKey == key else { return }
            client.post(event: "serviceworkercontainer", json: JSONText.text(notice), bytes: bytes)
            services.ports.delivered(ports, to: client)
        }
        if let client = context.services.realms.realm(of: described.id) {
            deliver(client)
        } else if !described.isExecutionReady {
            context.services.realms.await(described.id, deliver)
        }
    }

    @MainActor
    private static func postThroughPort(_ json: Data, _ context: CommandContext) async throws {
        let body = try JSONText.decode(Addressed.self, from: json)
        guard let realm = context.realm else { return }
        let router = context.services.ports
        let ports = router.sent(body.message.ports, by: realm)
        let notice = PortNotice(id: body.id, message: Message(data: body.message.data, ports: ports))
        router.post(JSONText.text(notice), context.bytes, through: body.id, from: realm)
        if let other = router.otherEnd(of: body.id, from: realm) { router.delivered(ports, to: other) }
    }

    @MainActor
    private static func closePort(_ json: Data, _ context: CommandContext) async throws {
        struct Body: Decodable { var id: String }
        let body = try JSONText.decode(Body.self, from: json)
        guard let realm = context.realm else { return }
        let router = context.services.ports
        router.post(JSONText.text(PortNotice(id: body.id, close: true)), through: body.id, from: realm)
        router.close(body.id, from: realm)
    }
}
