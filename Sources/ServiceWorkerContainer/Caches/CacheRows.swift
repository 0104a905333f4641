import Foundation
import GRDB
import ServiceWorker

import struct ServiceWorker.FetchRequest

/// Caches, entries and bodies as rows.
enum CacheRows {
    /// An entry without its body; request and response are JSON text.
    struct Entry: Sendable {
        var id: Int64
        var request: String
        var response: String
        var body: Int64?
        var size: Int
        /// Whether no script may look into the response.
        var isOpaque: Bool
    }

    /// Which entries are looked through.
    enum Place: Sendable {
        case cache(Int64)
        /// Every cache of an origin that has a name, in the order they were made; or the one of that name.
        case origin(StorageKey, name: String?)

        fileprivate var sql: String {
            switch self {
            case .cache: "FROM entry WHERE cacheId = ?"
            case .origin(_, let name):
                "FROM entry JOIN cache ON cache.id = entry.cacheId WHERE cache.storageKey = ? AND "
                    + (name == nil ? "cache.name IS NOT NULL" : "cache.name = ?")
            }
        }

        fileprivate var arguments: StatementArguments {
            switch self {
            case .cache(let id): [id]
            case .origin(let key, let name): name.map { [key.rawValue, $0] } ?? [key.rawValue]
            }
        }
    }

    /// Drops what nobody can reach any more: deleted caches, and bodies that belong to no entry.
    static func removeLeftovers(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM cache WHERE name IS NULL")
        try db.execute(sql: "DELETE FROM body WHERE id NOT IN (SELECT bodyId FROM entry WHERE bodyId IS NOT NULL)")
    }

    /// [Query Cache](https://w3c.github.io/ServiceWorker/#query-cache-algorithm); without a query, all there is.
    ///
    /// What is stored is decoded only where it matters: for a response with `Vary`.
    static func entries(
        _ place: Place, matching query: FetchRequest.Head? = nil, options: CacheQueryOptions = CacheQueryOptions(),
        limit: Int = .max, _ db: Database
    ) throws -> [Entry] {
        var sql = "SELECT entry.id, request, response, bodyId, entry.size, varies, opaque " + place.sql
        var arguments = place.arguments
        if let query {
            sql += options.ignoreSearch ? " AND urlWithoutSearch = ?" : " AND url = ?"
            arguments += [
                options.ignoreSearch
                    ? CachedItemMatching.urlWithoutSearch(query.url) : CachedItemMatching.url(query.url)
            ]
        }
        sql += " ORDER BY cacheId, entry.id"
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
        var found: [Entry] = []
        while found.count < limit, let row = try rows.next() {
            let entry = Entry(
                id: row[0], request: row[1], response: row[2], body: row[3], size: row[4], isOpaque: row[6])
            let varies: Bool = row[5]
            if let query, varies, !options.ignoreVary, try !matches(query, entry, options) { continue }
            found.append(entry)
        }
        return found
    }

    private static func matches(
        _ query: FetchRequest.Head, _ entry: Entry, _ options: CacheQueryOptions
    ) throws -> Bool {
        CachedItemMatching.matches(
            query: query, request: try JSONText.decode(FetchRequest.Head.self, entry.request),
            response: try JSONText.decode(FetchResponse.Head.self, entry.response), options: options)
    }

    static func insert(_ cache: Int64, _ put: CachePut, body: Int64?, _ db: Database) throws {
        try db.executeCached(
            sql: """
                INSERT INTO entry (cacheId, url, urlWithoutSearch, request, response, bodyId, size, varies, opaque)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                cache, CachedItemMatching.url(put.request.url), CachedItemMatching.urlWithoutSearch(put.request.url),
                try put.requestText ?? JSONText.encode(put.request),
                try put.responseText ?? JSONText.encode(put.response), body, put.body.size,
                !put.response.type.isHidden && put.response.headers.contains("Vary"), put.response.type.isHidden,
            ])
    }

    /// Removes entries, and their bodies unless someone reads them.
    static func remove(_ entries: [Entry], keeping leases: BodyLeases, _ db: Database) throws {
        for entry in entries {
            try db.executeCached(sql: "DELETE FROM entry WHERE id = ?", arguments: [entry.id])
            guard let body = entry.body, !leases.isLeased(body) else { continue }
            if entry.size > ServiceWorkerStorage.chunkSize { leases.discard(body) } else { try removeBody(body, db) }
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

    /// A body that is one row or none, at once; `nil` for one larger than `limit`, and where there is no body.
    static func smallBody(_ entry: Entry, limit: Int, _ db: Database) throws -> Data? {
        guard let body = entry.body, entry.size <= min(limit, ServiceWorkerStorage.chunkSize) else { return nil }
        let statement = try db.cachedStatement(sql: "SELECT data FROM chunk WHERE bodyId = ?")
        return try Data.fetchOne(statement, arguments: [body]) ?? Data()
    }

    static func usage(_ key: StorageKey, _ db: Database) throws -> Int {
        let statement = try db.cachedStatement(sql: "SELECT TOTAL(size) FROM cache WHERE storageKey = ?")
        return try Int.fetchOne(statement, arguments: [key.rawValue]) ?? 0
    }
}

extension Database {
    /// Executes a statement that will be wanted again.
    fileprivate func executeCached(sql: String, arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }
}
