public import Foundation

/// Names a registration for as long as it exists. A scope that is registered anew gets another one.
public struct RegistrationID: Sendable, Hashable, Codable, RawRepresentable {
    /// The text that is stored and sent.
    public let rawValue: String

    /// Takes an id that was given out before.
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// The scripts of a worker that an update may take from the HTTP cache:
/// [update via cache mode](https://w3c.github.io/ServiceWorker/#dfn-update-via-cache).
public enum UpdateViaCache: String, Sendable, Hashable, Codable {
    /// The imported scripts.
    case imports
    /// All scripts.
    case all
    /// No scripts.
    case none
}

/// The [state of navigation preload](https://w3c.github.io/ServiceWorker/#navigationpreloadmanager).
public struct NavigationPreloadState: Sendable, Hashable, Codable {
    /// Whether a navigation is requested while its worker starts.
    public var enabled = false
    /// The value of such a request's header `Service-Worker-Navigation-Preload`.
    public var headerValue = "true"

    /// Makes the state that a new registration has.
    public init() {}
}

/// The facts about a registration at one moment.
public struct ServiceWorkerRegistrationSnapshot: Sendable, Hashable, Codable {
    /// The registration.
    public var id: RegistrationID
    /// The storage key of the registration.
    public var storageKey: StorageKey
    /// The scope: the registration is for addresses that begin with it.
    public var scopeURL: URL
    /// The scripts that its updates may take from the HTTP cache.
    public var updateViaCache: UpdateViaCache
    /// The worker that is being installed.
    public var installing: ServiceWorkerSnapshot?
    /// The worker that is installed.
    public var waiting: ServiceWorkerSnapshot?
    /// The worker that controls clients.
    public var active: ServiceWorkerSnapshot?
}
