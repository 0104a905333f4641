import ServiceWorkers

/// The data store of a ``WebApp``, as the app uses it. Main actor only.
@MainActor
protocol WebAppHost: AnyObject {
    /// Whether a page has registered a service worker, in this process or before.
    var mayHaveRegistrations: Bool { get }

    /// Returns the service workers, and reads them when they are needed first.
    func openContainer() async throws -> ServiceWorkerContainer

    /// Returns the storage of the service workers.
    func openStorage() throws -> ServiceWorkerStorage

    /// Returns whether the pages of an origin have a network.
    func isOnline(_ key: StorageKey) -> Bool

    /// Gives realms that begin from now on the app's facts, and reports the states of its permissions, JSON text, to those that run.
    func webAppChanged(_ permissions: String)
}
