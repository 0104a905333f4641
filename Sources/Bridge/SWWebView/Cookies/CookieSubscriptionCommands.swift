import Foundation
import HTTPMessages
import ServiceWorkers

/// The commands behind `CookieStoreManager`, for registrations of the sender's own origin.
///
/// Source: https://cookiestore.spec.whatwg.org/#CookieStoreManager
enum CookieSubscriptionCommands {
    static let table: CommandTable = [
        "/CookieStoreManager/getSubscriptions": .deferred { json, context in
            let (container, registration) = try await ContainerCommands.known(json, context)
            return JSONText.data(await container.cookieSubscriptions[registration.id] ?? [])
        },
        "/CookieStoreManager/subscribe": .deferred { json, context in
            try await change(json, context, isWanted: true)
        },
        "/CookieStoreManager/unsubscribe": .deferred { json, context in
            try await change(json, context, isWanted: false)
        },
    ]

    private struct Order: Decodable {
        var subscriptions: [CookieSubscription]
    }

    @MainActor
    private static func change(_ json: Data, _ context: CommandContext, isWanted: Bool) async throws -> Data {
        let (container, registration) = try await ContainerCommands.known(json, context)
        let order = try JSONText.decode(Order.self, from: json)
        try await container.changeCookieSubscriptions(order.subscriptions, of: registration.id, isWanted: isWanted)
        context.services.observeCookies()
        return Data("null".utf8)
    }
}
