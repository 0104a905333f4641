import Foundation
import HTTPMessages
import ServiceWorkers

/// The commands behind `cookieStore`. In pages its functions wait until WebKit and the host have the same cookies; service workers ask
/// the host for each cookie.
///
/// Source: https://cookiestore.spec.whatwg.org/#CookieStore
enum CookieCommands {
    static let table: CommandTable = [
        // Answers whether pages have cookies, once WebKit and the host have the same ones.
        "/CookieStore/settle": .deferred { _, context in
            guard let mirror = context.services.cookies.mirror else { return Data("false".utf8) }
            await mirror.refresh()
            return Data("true".utf8)
        },
        "/CookieStore/getAll": .deferred(getAll),
        "/CookieStore/set": .deferred(set),
    ]

    private struct Item: Encodable {
        var name: String
        var value: String
    }

    /// Returns the cookies that a script at an address of the worker's origin sees, or those with a name.
    @MainActor
    private static func getAll(_ json: Data, _ context: CommandContext) async throws -> Data {
        struct Query: Decodable {
            var url: String
            var name: String?
        }
        let query = try JSONText.decode(Query.self, from: json)
        let key = try worker(context)
        guard let url = URL(address: query.url), StorageKey(of: url) == key else {
            throw CommandFailure(name: "TypeError", message: "The address is not of the worker's origin.")
        }
        let cookies = context.services.cookies
        guard let mirror = cookies.mirror else { return JSONText.data([Item]()) }
        // A cookie that was set in WebKit may be on its way to the host.
        await mirror.refresh()
        let found = mirror.cookies(for: cookies.access(ofScriptAt: url))
        return JSONText.data(
            found.filter { query.name == nil || query.name == $0.name }.map { Item(name: $0.name, value: $0.value) })
    }

    /// Sets a cookie, for the worker's origin.
    @MainActor
    private static func set(_ json: Data, _ context: CommandContext) async throws -> Data {
        struct Order: Decodable { var text: String }
        let order = try JSONText.decode(Order.self, from: json)
        let key = try worker(context)
        let cookies = context.services.cookies
        guard let mirror = cookies.mirror, let url = URL(string: "\(key.rawValue)/") else {
            throw CommandFailure(name: "NotAllowedError", message: "This worker has no cookies.")
        }
        await mirror.ready()
        mirror.set(order.text, for: cookies.access(ofScriptAt: url))
        await mirror.refresh()
        return Data("null".utf8)
    }

    /// Returns the storage key of the service worker that sent a command.
    @MainActor
    private static func worker(_ context: CommandContext) throws -> StorageKey {
        _ = try WorkerCommands.sender(context)
        guard let key = context.realm?.storageKey else {
            throw CommandFailure(name: "InvalidStateError", message: "The worker is gone.")
        }
        return key
    }
}
