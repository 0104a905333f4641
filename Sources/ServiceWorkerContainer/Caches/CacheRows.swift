import Foundation
import GRDB
import ServiceWorker

import struct ServiceWorker.FetchRequest

/// Caches, entries and bodies as rows.
enum CacheRows {
    /// An entry without its body.
    struct Entry: Sendable {
        var id: Int64
        var request: FetchRequest.Head
        var response: FetchResponse.Head
        var body: Int64?
        var size: Int
    }

    /// Drops what nobody can reach any more: deleted caches, and bodies that belong to no entry.
    static func removeLeftovers(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM cache WHERE name IS NULL")
        try db.execute(sql: "DELETE FROM body WHERE id NOT IN (SELECT bodyId FROM entry WHERE bodyId IS NOT NULL)")
    }

    /// [Query Cache](https://w3c.github.io/ServiceWorker/#query-cache-algorithm); without a query, all there is.
    static func entries(
        _ cache: Int64, matching query: FetchRequest.Head? = nil, options: CacheQueryOptions = CacheQueryOptions(),
        limit: Int = .max, _ db: Database
    ) throws -> [Entry] {
        var sql = "SELECT id, request, response, bodyId, size FROM entry WHERE cacheId = ?"
        var arguments: StatementArguments = [cache]
        if let query {
            sql += options.ignoreSearch ? " AND urlWithoutSearch = ?" : " AND url = ?"
            arguments += [
                options.ignoreSearch
                    ? CachedItemMatching.urlWithoutSearch(query.url) : CachedItemMatching.url(query.url)
            ]
        }
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql + " ORDER BY id"), arguments: arguments)
        var found: [Entry] = []
        while found.count < limit, let row = try rows.next() {
            let entry = Entry(
                id: row["id"], request: try JSONText.decode(FetchRequest.Head.self, row["request"]),
                response: try JSONText.decode(FetchResponse.Head.self, row["response"]), body: row["bodyId"],
                size: row["size"])
            let isMatch = query.map {
                CachedItemMatching.matches(
                    query: $0, request: entry.request, response: entry.response, options: options)
            }
            if isMatch ?? true { found.append(entry) }
        }
        return found
    }

    static func insert(
        _ cache: Int64, _ request: FetchRequest.Head, _ response: FetchResponse.Head, body: Int64?, size: Int,
        _ db: Database
    ) throws {
        try db.executeCached(
            sql: """
                INSERT INTO entry (cacheId, url, urlWithoutSearch, request, response, bodyId, size)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                cache, CachedItemMatching.url(request.url), CachedItemMatching.urlWithoutSearch(request.url),
                try JSONText.encode(request), try JSONText.encode(response), body, size,
            ])
    }

    /// Removes entries, and their bodies unless someone reads them.
    static func remove(_ entries: [Entry], keeping leases: BodyLeases, _ db: Database) throws {
        for entry in entries {
            try db.executeCached(sql: "DELETE FROM entry WHERE id = ?", arguments: [entry.id])
            if let body = entry.body, !leases.isLeased(body) { try removeBody(body, db) }
        }
    }

    static func insertBody(_ db: Database) throws -> Int64 {
        try db.executeCached(sql: "INSERT INTO body DEFAULT VALUES", arguments: [])
        return db.lastInsertedRowID
    }

    static func insertChunk(_ body: Int64, _ position: Int, _ data: Data, _ db: Database) throws {
        try db.executeCached(
            sql: "INSERT INTO chunk (bodyId, position, data) VALUES (?, ?, ?)", arguments: [body, position, data])
    }

    static func removeBody(_ body: Int64, _ db: Database) throws {
        try db.executeCached(
            sql: "DELETE FROM body WHERE id = ? AND NOT EXISTS (SELECT 1 FROM entry WHERE bodyId = ?)",
            arguments: [body, body])
    }

    /// A body that is one row or none, at once; `nil` for a larger one, and where there is no body.
    static func smallBody(_ entry: Entry, _ db: Database) throws -> Data? {
        guard let body = entry.body, entry.size <= ServiceWorkerStorage.chunkSize else { return nil }
        let statement = try db.cachedStatement(sql: "SELECT data FROM chunk WHERE bodyId = ?")
        return try Data.fetchOne(statement, arguments: [body]) ?? Data()
    }

    static func usage(_ key: StorageKey, _ db: Database) throws -> Int {
        try Int.fetchOne(
            db,
            sql: """
                SELECT TOTAL(entry.size) FROM entry JOIN cache ON cache.id = entry.cacheId WHERE cache.storageKey = ?
                """, arguments: [key.rawValue]) ?? 0
    }
}

extension Database {
    /// Executes a statement that will be wanted again.
    fileprivate func executeCached(sql: String, arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }
}
