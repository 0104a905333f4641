public import Foundation
public import ServiceWorker

/// Names a registration for as long as it exists. A scope that is registered anew gets another one.
public struct RegistrationID: Sendable, Hashable, Codable, RawRepresentable {
    /// The text that is stored and sent.
    public let rawValue: String

    /// Takes an id that was given out before.
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// Which of a worker's scripts come out of the HTTP cache when it is updated: [update via cache mode](https://w3c.github.io/ServiceWorker/#dfn-update-via-cache).
public enum UpdateViaCache: String, Sendable, Hashable, Codable {
    /// The imported ones.
    case imports
    /// All of them.
    case all
    /// None.
    case none
}

/// The [state of navigation preload](https://w3c.github.io/ServiceWorker/#navigationpreloadmanager).
public struct NavigationPreloadState: Sendable, Hashable, Codable {
    /// Whether a navigation is requested while its worker starts.
    public var enabled = false
    /// What such a request says in `Service-Worker-Navigation-Preload`.
    public var headerValue = "true"

    /// The state before anyone changed it.
    public init() {}
}

/// What can be told of a registration, at one moment.
public struct ServiceWorkerRegistrationSnapshot: Sendable, Hashable, Codable {
    /// The registration.
    public var id: RegistrationID
    /// Whose it is.
    public var storageKey: StorageKey
    /// Addresses that begin with it are its own.
    public var scopeURL: URL
    /// How it is updated.
    public var updateViaCache: UpdateViaCache
    /// The worker that is being installed.
    public var installing: ServiceWorkerSnapshot?
    /// The worker that is installed.
    public var waiting: ServiceWorkerSnapshot?
    /// The worker that controls clients.
    public var active: ServiceWorkerSnapshot?
}
