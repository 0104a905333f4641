public import Foundation

/// A [push subscription](https://w3c.github.io/push-api/#dfn-push-subscription) of a registration.
public struct PushSubscription: Sendable, Hashable {
    /// The registration.
    public var registration: RegistrationID
    /// The address that a server sends messages to. It is random, so that nobody can guess it.
    public var endpoint: URL
    /// The key pair: the public key is the page's `p256dh`.
    public var keys: P256.KeyPair
    /// The authentication secret, 16 bytes.
    public var authenticationSecret: Data
    /// The public key of the server, a point of P-256.
    public var applicationServerKey: Data

    /// Makes a subscription with an endpoint, keys and a secret of its own.
    public init(of registration: RegistrationID, applicationServerKey: Data, makeID: () -> String) throws {
        guard let endpoint = URL(string: "https://\(Self.host)/\(makeID())") else { throw URLError(.badURL) }
        self.registration = registration
        self.endpoint = endpoint
        self.applicationServerKey = applicationServerKey
        keys = P256.KeyPair()
        authenticationSecret = Data((0..<16).map { _ in UInt8.random(in: .min ... .max) })
    }

    init(registration: RegistrationID, endpoint: URL, keys: P256.KeyPair, secret: Data, serverKey: Data) {
        self.registration = registration
        self.endpoint = endpoint
        self.keys = keys
        authenticationSecret = secret
        applicationServerKey = serverKey
    }

    /// The host of endpoints: there is no such server, and no public one can have its name.
    public static let host = "push.localhost"
}

/// A notification that a registration has shown: a
/// [persistent notification](https://notifications.spec.whatwg.org/#persistent-notification).
public struct PersistentNotification: Sendable, Hashable, Codable {
    /// The id, which nobody can guess.
    public var id: String
    /// The registration.
    public var registration: RegistrationID
    /// The title, the tag, the body and the rest.
    public var content: NotificationContent

    /// Puts a notification together.
    public init(id: String, registration: RegistrationID, content: NotificationContent) {
        (self.id, self.registration, self.content) = (id, registration, content)
    }
}

/// The members of a [notification](https://notifications.spec.whatwg.org/#notifications) that iOS has.
public struct NotificationContent: Sendable, Hashable, Codable {
    /// The title.
    public var title: String
    /// The direction of the texts: `auto`, `ltr` or `rtl`.
    public var dir = "auto"
    /// The language of the texts; empty where the page names none.
    public var lang = ""
    /// The text below the title.
    public var body = ""
    /// The tag: a later notification with the same one takes the place of the first. Empty for none.
    public var tag = ""
    /// The address of a picture; empty for none.
    public var icon = ""
    /// Whether it makes no sound; nil where the page doesn't say.
    public var silent: Bool?
    /// The page's data, as the two JavaScript sides agreed to write them.
    public var data = ""

    /// Makes a notification with a title alone.
    public init(title: String) { self.title = title }

    /// The most bytes of all texts together.
    public static let largest = 1 << 20

    /// The bytes of all texts together.
    public var size: Int { [title, lang, body, tag, icon, data].reduce(0) { $0 + $1.utf8.count } }
}

/// A tag that a registration waits for the network with:
/// [sync registration](https://wicg.github.io/background-sync/spec/#sync-registration).
public struct SyncRegistration: Sendable, Hashable {
    /// The registration.
    public var registration: RegistrationID
    /// The tag.
    public var tag: String
    /// Whether events come again and again: a
    /// [periodic sync registration](https://wicg.github.io/periodic-background-sync/#periodic-sync-registration).
    public var isPeriodic = false
    /// The number of events that have failed.
    public var attempts = 0
    /// The shortest time between two periodic events, in milliseconds.
    public var minInterval: Double = 0

    /// Puts a registration together.
    public init(registration: RegistrationID, tag: String, isPeriodic: Bool = false, minInterval: Double = 0) {
        (self.registration, self.tag, self.isPeriodic) = (registration, tag, isPeriodic)
        self.minInterval = minInterval
    }
}
