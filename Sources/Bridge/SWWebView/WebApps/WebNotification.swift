public import Foundation
import ServiceWorkers

/// A notification of a ``WebApp`` that the user sees.
public struct WebNotification: Sendable, Hashable {
    /// The id, which ``WebApp/click(_:)`` and ``WebApp/close(_:)`` take.
    public let id: String
    /// The origin of the page or worker, such as `sw://app.localhost`.
    public let origin: String
    /// The scope of the service worker's registration; nil for a notification of a page.
    public let scope: URL?
    /// The title.
    public let title: String
    /// The text below the title.
    public let body: String
    /// The tag; empty for none.
    public let tag: String
    /// The address of the picture; empty for none.
    public let icon: String
    /// The language; empty where the page names none.
    public let lang: String
    /// The direction of the texts: `auto`, `ltr` or `rtl`.
    public let dir: String
    /// Whether it makes no sound; nil where the page doesn't say.
    public let silent: Bool?

    init(id: String, origin: String, scope: URL?, _ content: NotificationContent) {
        (self.id, self.origin, self.scope) = (id, origin, scope)
        (title, body, tag, icon) = (content.title, content.body, content.tag, content.icon)
        (lang, dir, silent) = (content.lang, content.dir, content.silent)
    }

    init(_ notification: PersistentNotification, _ registration: ServiceWorkerRegistrationSnapshot) {
        self.init(
            id: notification.id, origin: registration.storageKey.rawValue, scope: registration.scopeURL,
            notification.content)
    }
}

/// A push subscription of a ``WebApp``, as its server has it.
public struct WebPushSubscription: Sendable, Hashable {
    /// The address that the server sends messages to.
    public let endpoint: URL
    /// The scope of the service worker's registration.
    public let scope: URL
    /// The public key of the subscription, a point of P-256.
    public let p256dh: Data
    /// The authentication secret.
    public let auth: Data
    /// The public key of the server.
    public let applicationServerKey: Data

    init(_ subscription: PushSubscription, _ registration: ServiceWorkerRegistrationSnapshot) {
        endpoint = subscription.endpoint
        scope = registration.scopeURL
        p256dh = subscription.keys.publicKey
        auth = subscription.authenticationSecret
        applicationServerKey = subscription.applicationServerKey
    }
}
