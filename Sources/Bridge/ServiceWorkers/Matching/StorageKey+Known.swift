import GRDB

extension ServiceWorkerContainer {
    /// The storage keys with registrations.
    public var storageKeys: [StorageKey] { map.keys }
}

extension ServiceWorkerStorage {
    /// Returns the storage keys with caches.
    public func cacheStorageKeys() async throws -> [StorageKey] {
        try await read { db in
            try String.fetchAll(db, sql: "SELECT DISTINCT storageKey FROM cache WHERE name IS NOT NULL")
                .map { StorageKey(rawValue: $0) }
        }
    }
}
