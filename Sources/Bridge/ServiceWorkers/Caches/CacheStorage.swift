import Foundation
import GRDB

/// The [CacheStorage](https://w3c.github.io/ServiceWorker/#cachestorage-interface) of an origin.
///
/// ```swift
/// let caches = CacheStorage(storage, storageKey: key)
/// let cache = try await caches.open("v1")
/// ```
public struct CacheStorage: Sendable {
    let storage: ServiceWorkerStorage
    let storageKey: StorageKey
    let quota: Int?

    /// Makes the caches of an origin. With a quota, its entries' bodies may take that many bytes together.
    public init(_ storage: ServiceWorkerStorage, storageKey: StorageKey, quota: Int? = nil) {
        self.storage = storage
        self.storageKey = storageKey
        self.quota = quota
    }

    /// Implements [open](https://w3c.github.io/ServiceWorker/#cache-storage-open): the cache of that name, made if need be.
    public nonisolated(nonsending) func open(_ name: String) async throws -> Cache {
        let key = storageKey.rawValue
        let known = try await id(name)
        let id =
            if let known { known } else {
                try await storage.writeLittle { db in
                    try db.execute(
                        sql: "INSERT OR IGNORE INTO cache (storageKey, name, made) VALUES (?, ?, ?)",
                        arguments: [key, name, CacheRows.time(of: Date())])
                    return try Self.id(name, key, db)
                }
            }
        guard let id else { throw ServiceWorkerError(.unknownError, "The cache \(name) could not be made.") }
        return Cache(id: id, storage: storage, storageKey: storageKey, quota: quota)
    }

    /// Implements [has](https://w3c.github.io/ServiceWorker/#cache-storage-has).
    public nonisolated(nonsending) func has(_ name: String) async throws -> Bool { try await id(name) != nil }

    /// Implements [keys](https://w3c.github.io/ServiceWorker/#cache-storage-keys): the names in the order the caches were made.
    public nonisolated(nonsending) func keys() async throws -> [String] { try await named().map(\.name) }

    /// Implements [delete](https://w3c.github.io/ServiceWorker/#cache-storage-delete). Scripts that hold the cache can go on
    /// using it until ``removeDeleted(keeping:)``.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    public nonisolated(nonsending) func delete(_ name: String) async throws -> Bool {
        let key = storageKey.rawValue
        return try await storage.writeLittle { db in
            try db.execute(
                sql: "UPDATE cache SET name = NULL WHERE storageKey = ? AND name = ?", arguments: [key, name])
            return db.changesCount > 0
        }
    }

    /// Deletes the caches that were made since a date, and removes the entries that were stored since.
    public func deleteStored(since date: Date) async throws {
        let (key, time) = (storageKey.rawValue, CacheRows.time(of: date))
        let leases = storage.bodies
        try await storage.write { db in
            try db.execute(
                sql: "UPDATE cache SET name = NULL WHERE storageKey = ? AND made >= ?", arguments: [key, time])
            let others = "SELECT id FROM cache WHERE storageKey = ? AND name IS NOT NULL"
            for cache in try Int64.fetchAll(db, sql: others, arguments: [key]) {
                let rows = try CacheRows.rows(of: cache, storedSince: time, db)
                try CacheRows.remove(rows, keeping: leases, db)
                try CacheRows.resize(cache, by: -rows.reduce(0) { $0 + $1.size }, db)
            }
        }
    }

    /// Removes the deleted caches that no script holds any more.
    public func removeDeleted(keeping held: Set<Cache.ID> = []) async throws {
        let key = storageKey.rawValue
        let leases = storage.bodies
        try await storage.write { db in
            let deleted = try Int64.fetchAll(
                db, sql: "SELECT id FROM cache WHERE storageKey = ? AND name IS NULL", arguments: [key])
            for id in deleted where !held.contains(id) {
                try CacheRows.remove(CacheRows.rows(.cache(id), db), keeping: leases, db)
                try db.execute(sql: "DELETE FROM cache WHERE id = ?", arguments: [id])
            }
        }
    }

    /// Implements [match](https://w3c.github.io/ServiceWorker/#cache-storage-match): the first match of the cache of that name,
    /// or of all caches in order.
    public func match(
        _ request: FetchRequest.Head, options: CacheQueryOptions = CacheQueryOptions(), cacheName: String? = nil
    ) async throws -> FetchResponse? {
        let found = try await entry(matching: request, options: options, cacheName: cacheName, inline: .max)
        return try await found?.fetchResponse(storage)
    }

    /// Returns the bytes that the bodies of the origin's entries take.
    public func usage() async throws -> Int {
        let key = storageKey
        return try await storage.writer.read { try CacheRows.usage(key, $0) }
    }

    private nonisolated(nonsending) func id(_ name: String) async throws -> Int64? {
        let key = storageKey.rawValue
        return try await storage.readLittle { try Self.id(name, key, $0) }
    }

    private static func id(_ name: String, _ key: String, _ db: Database) throws -> Int64? {
        let statement = try db.cachedStatement(sql: "SELECT id FROM cache WHERE storageKey = ? AND name = ?")
        return try Int64.fetchOne(statement, arguments: [key, name])
    }

    private nonisolated(nonsending) func named() async throws -> [(id: Int64, name: String)] {
        let key = storageKey.rawValue
        return try await storage.readLittle { db in
            try Row.fetchAll(
                db, sql: "SELECT id, name FROM cache WHERE storageKey = ? AND name IS NOT NULL ORDER BY id",
                arguments: [key]
            ).compactMap { row in
                // A cache with a damaged name is left out.
                String.fromDatabaseValue(row["name"]).map { (row["id"], $0) }
            }
        }
    }
}
