import Foundation
import HTTPMessages
import ServiceWorkers
import WebKit

/// The commands behind `Clients.openWindow`, `WindowClient.focus` and `WindowClient.navigate`. Only workers may send them.
///
/// Browsers want a user's gesture for the first two. Here the application's `WKUIDelegate` decides: where it makes no view,
/// `openWindow` is rejected with an `InvalidAccessError`.
enum WindowCommands {
    static let table: CommandTable = [
        "/Clients/openWindow": .kept(openWindow),
        "/WindowClient/focus": .deferred(focus),
        "/WindowClient/navigate": .kept(navigate),
    ]

    private struct Target: Decodable {
        var id: String?
        var url: String?
    }

    /// Implements [clients.openWindow](https://w3c.github.io/ServiceWorker/#clients-openwindow).
    @MainActor
    private static func openWindow(_ json: Data, _ context: CommandContext, _ reply: CommandReply) async throws {
        _ = try WorkerCommands.sender(context)
        let url = try address(json)
        guard let key = context.realm?.storageKey,
            let opened = context.services.views.showing(key).lazy.compactMap({ $0.webView?.requestWindow(for: url) })
                .first
                as? SWWebView
        else {
            throw CommandFailure(
                name: "InvalidAccessError", message: "The application opens no window for a service worker.")
        }
        opened.awaitPage { answer(reply, $0, of: key, context.services) }
        opened.load(URLRequest(url: url))
    }

    /// Implements [WindowClient.focus](https://w3c.github.io/ServiceWorker/#client-focus).
    @MainActor
    private static func focus(_ json: Data, _ context: CommandContext) async throws -> Data {
        let (container, worker) = try WorkerCommands.sender(context)
        let realm = try window(json, context)
        guard let id = realm.client else { throw gone }
        await container.updateClient(id) { $0.isFocused = true }
        guard let client = try await container.client(id, for: worker) else { throw gone }
        return JSONText.data(ClientWire(client))
    }

    /// Implements [WindowClient.navigate](https://w3c.github.io/ServiceWorker/#client-navigate).
    @MainActor
    private static func navigate(_ json: Data, _ context: CommandContext, _ reply: CommandReply) async throws {
        let (container, worker) = try WorkerCommands.sender(context)
        let url = try address(json)
        let realm = try window(json, context)
        guard let id = realm.client, let host = realm.host else { throw gone }
        let client = await container.client(id)
        guard let client, client.controller == worker else {
            throw CommandFailure(name: "TypeError", message: "The client is controlled by another worker, or by none.")
        }
        // https://w3c.github.io/webappsec-mixed-content/#should-block-fetch: a frame of a secure page shows no insecure document.
        if client.frameType == .nested, host.loading.addresses.isDowngrade(from: client.url, to: url) {
            throw CommandFailure(
                name: "TypeError", message: "A frame of a secure page cannot show \(url.absoluteString)")
        }
        host.navigate(realm, to: url) { answer(reply, $0, of: realm.storageKey, context.services) }
    }

    /// Resolves with the client, or with null for one of another origin.
    @MainActor
    private static func answer(
        _ reply: CommandReply, _ successor: Successor, of key: StorageKey, _ services: WorkerStore
    ) {
        let client: Client?
        switch successor {
        case .client(let found): client = StorageKey(of: found.url) == key ? found : nil
        case .foreign: client = nil
        case .none:
            return reply.reject(CommandFailure(name: "TypeError", message: "The page could not be loaded."))
        }
        reply.resolve(JSONText.data(OrNull(client.map { ClientWire($0) })))
    }

    private static let gone = CommandFailure(name: "InvalidStateError", message: "The client is gone.")

    @MainActor
    private static func window(_ json: Data, _ context: CommandContext) throws -> Realm {
        let target = try JSONText.decode(Target.self, from: json)
        guard let realm = target.id.flatMap({ context.services.realms.realm(of: ClientID(rawValue: $0)) }),
            realm.storageKey == context.realm?.storageKey
        else { throw gone }
        return realm
    }

    private static func address(_ json: Data) throws -> URL {
        let text = try JSONText.decode(Target.self, from: json).url ?? ""
        guard let url = URL(address: text), let scheme = url.scheme?.lowercased(),
            ["http", "https", Addresses.scheme].contains(scheme)
        else { throw CommandFailure(name: "TypeError", message: "“\(text)” is no address that a window can show") }
        return url
    }
}
