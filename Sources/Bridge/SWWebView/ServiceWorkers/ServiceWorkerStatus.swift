import ServiceWorkers

/// The numbers of resources that the service workers of a view's data store hold, for tests that look for leaks.
public struct ServiceWorkerStatus: Sendable, Equatable {
    /// Frames and workers that talk to the host.
    public var realms: Int
    /// Clients that the container knows.
    public var clients: Int
    /// Registrations, those that are unregistered and still in use included.
    public var registrations: Int
    /// Workers that run.
    public var runningWorkers: Int
    /// Hidden pages that hold workers.
    public var hiddenPages: Int
    /// Message ports that cross from one realm to another.
    public var ports: Int
    /// Rows of the storage by table; empty before anything was stored.
    public var rows: [String: Int]
}

extension SWWebView {
    /// The numbers of resources that the service workers of the view's data store hold. Main actor only.
    public var serviceWorkerStatus: ServiceWorkerStatus {
        get async throws { try await services.status() }
    }
}

extension WorkerStore {
    func status() async throws -> ServiceWorkerStatus {
        let counts = await container?.counts ?? (clients: 0, registrations: 0)
        let rows = container == nil ? [:] : try await openStorage().rowCounts()
        return ServiceWorkerStatus(
            realms: realms.all.count, clients: counts.clients, registrations: counts.registrations,
            runningWorkers: workerHost?.counts.workers ?? 0, hiddenPages: workerHost?.counts.pages ?? 0,
            ports: ports.count, rows: rows)
    }
}
