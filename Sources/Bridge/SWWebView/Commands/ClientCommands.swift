import Foundation
import HTTPMessages
import ServiceWorkers
import URLInterception
import WebKit

/// The commands with which frames' runtimes report their frames.
enum ClientCommands {
    /// The path below every origin that answers a frame at once with its client id and its controller.
    static let path = "/___client___"

    static let table: CommandTable = [
        "/Client/ready": .notification { json, context in
            try context.clients?.ready(JSONText.decode(PageClients.Description.self, from: json))
        },
        "/Client/update": .notification { json, context in
            try context.clients?.update(JSONText.decode(PageClients.Description.self, from: json))
        },
        "/Client/asks": .notification { json, context in
            try context.clients?.asks(JSONText.decode(RequestAnnouncements.Announcement.self, from: json))
        },
        "/Client/gone": .notification { json, context in
            struct Body: Decodable { var document: String }
            context.clients?.gone(try JSONText.decode(Body.self, from: json).document)
        },
    ]

    /// Answers a frame that cannot wait with the value of `navigator.serviceWorker.controller`.
    @MainActor
    static func answer(
        _ url: URL, _ clients: PageClients, _ services: WorkerStore
    ) async throws -> LoadedResource {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
        let id = items.first { $0.name == "document" }?.value ?? ""
        guard let realm = await clients.arrival(of: id), let client = realm.client,
            realm.storageKey == StorageKey(of: url)
        else {
            return try LoadedResource(url: url, status: 404, message: "There is no such frame.")
        }
        if items.contains(where: { $0.name == "late" }) { realm.forget() }
        realm.listen()
        return try LoadedResource(
            url: url, status: 200, headers: ["Content-Type": "application/json", "Cache-Control": "no-store"],
            body: BodyStream(ContainerCommands.hello(client, services)))
    }

    /// Tells a document whether it is cross-origin isolated: status 204 for yes.
    @MainActor
    static func isolation(_ url: URL, of mark: RequestMark?, _ clients: PageClients) async throws -> LoadedResource {
        let realm = if let id = mark?.document { await clients.arrival(of: id) } else { nil as Realm? }
        return try LoadedResource(
            url: url, status: realm?.isIsolated ?? false ? 204 : 205, headers: ["Cache-Control": "no-store"],
            body: .empty)
    }
}
