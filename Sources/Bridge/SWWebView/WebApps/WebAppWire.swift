import Foundation
import HTTPMessages
import ServiceWorkers

/// The facts about the web app that a realm starts with.
struct WebAppFacts: Encodable, Equatable {
    var standalone = false
    var push = false
    var sync = false
    /// The state of the permission for notifications.
    var permission = WebApp.Permission.denied.rawValue

    /// The statement that declares the facts before the parts of a realm's runtime.
    var declaration: String { "const webApp = \(JSONText.text(self, .sorted));" }
}

/// The data of a `push` event: the message in Base64.
struct PushWire: Encodable {
    var data: OrNull<String>
}

/// A push subscription as realms see it: keys in base64url.
struct SubscriptionWire: Encodable {
    var id: String
    var endpoint: String
    var p256dh: String
    var auth: String
    var applicationServerKey: String

    init(_ subscription: PushSubscription) {
        id = subscription.registration.rawValue
        endpoint = subscription.endpoint.absoluteString
        p256dh = subscription.keys.publicKey.base64URLText
        auth = subscription.authenticationSecret.base64URLText
        applicationServerKey = subscription.applicationServerKey.base64URLText
    }
}

/// The data of a `pushsubscriptionchange` event.
struct SubscriptionChangeWire: Encodable {
    var oldSubscription: SubscriptionWire
    var newSubscription = OrNull<SubscriptionWire>(nil)
}

/// A notification of a registration as realms see it.
struct NotificationWire: Encodable {
    var id: String
    var content: NotificationContent

    init(_ notification: PersistentNotification) { (id, content) = (notification.id, notification.content) }
}

/// The data of a `sync` or `periodicsync` event.
struct SyncWire: Encodable {
    var tag: String
    var lastChance: Bool
}

extension Data {
    /// The text in [base64url](https://www.rfc-editor.org/rfc/rfc4648#section-5), without padding.
    package var base64URLText: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
