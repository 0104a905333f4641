import Foundation
import GRDB
import ServiceWorker

import struct ServiceWorker.FetchRequest

/// Caches, entries and bodies as rows.
enum CacheRows {
    /// The columns that are needed to remove an entry.
    struct Row: Sendable {
        var id: Int64
        var body: Int64?
        var size: Int
    }

    /// An entry without its body; request and response are JSON text.
    struct Entry: Sendable {
        var row: Row
        var request: String
        var response: String
        /// Whether the response is opaque to scripts.
        var isOpaque: Bool
        /// A small body; nil also where it was not asked for.
        var data: Data?
    }

    /// The caches whose entries are looked through.
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

        fileprivate func bind(to statement: inout CompiledStatement) {
            switch self {
            case .cache(let id): statement.bind(id)
            case .origin(let key, let name):
                statement.bind(key.rawValue)
                if let name { statement.bind(name) }
            }
        }
    }

    /// Drops rows that nothing can reach any more: deleted caches, and bodies that belong to no entry.
    static func removeLeftovers(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM cache WHERE name IS NULL")
        try db.execute(sql: "DELETE FROM body WHERE id NOT IN (SELECT bodyId FROM entry WHERE bodyId IS NOT NULL)")
    }

    /// Implements [Query Cache](https://w3c.github.io/ServiceWorker/#query-cache-algorithm); without a query, all there is.
    static func entries(
        _ place: Place, matching query: FetchRequest.Head? = nil, options: CacheQueryOptions = CacheQueryOptions(),
        limit: Int = .max, withData: Bool = false, checking check: EntryCheck, _ db: Database
    ) throws -> [Entry] {
        var found: [Entry] = []
        try search(place, for: query, options, withData: withData, in: db) { row, statement in
            let isSound = check.isSound(row, url: statement.text(7)) { (statement.text(4), statement.text(5)) }
            guard isSound else { return true }
            found.append(
                Entry(
                    row: row, request: statement.text(4), response: statement.text(5), isOpaque: statement.bool(6),
                    data: withData ? statement.data(8) : nil))
            return found.count < limit
        }
        return found
    }

    /// Returns the rows of such entries, to be removed.
    static func rows(
        _ place: Place, matching query: FetchRequest.Head? = nil, options: CacheQueryOptions = CacheQueryOptions(),
        _ db: Database
    ) throws -> [Row] {
        var found: [Row] = []
        try search(place, for: query, options, withData: false, in: db) { row, _ in
            found.append(row)
            return true
        }
        return found
    }

    /// Returns the rows of the entries that were stored in a cache since a time of ``time(of:)``, to be removed.
    static func rows(of cache: Int64, storedSince time: Int64, _ db: Database) throws -> [Row] {
        var statement = try CompiledStatement(db, "SELECT id, bodyId, size FROM entry WHERE cacheId = ? AND made >= ?")
        statement.bind(cache)
        statement.bind(time)
        var found: [Row] = []
        while try statement.step() {
            found.append(
                Row(id: statement.integer(0), body: statement.optionalInteger(1), size: Int(statement.integer(2))))
        }
        return found
    }

    /// Gives each entry that matches to `take`, until that returns false.
    ///
    /// Stored heads are decoded only where a match depends on them: for a response with `Vary`. A damaged entry matches.
    private static func search(
        _ place: Place, for query: FetchRequest.Head?, _ options: CacheQueryOptions, withData: Bool, in db: Database,
        _ take: (Row, inout CompiledStatement) throws -> Bool
    ) throws {
        var sql = "SELECT entry.id, bodyId, entry.size, varies, request, response, opaque, url"
        sql += (withData ? ", data " : " ") + place.sql
        if query != nil {
            // The address with any query sorts between itself with "?" appended and itself with "@" appended.
            sql += options.ignoreSearch ? " AND (url = ? OR url >= ? AND url < ?)" : " AND url = ?"
        }
        var statement = try CompiledStatement(db, sql + " ORDER BY cacheId, entry.id")
        place.bind(to: &statement)
        if let query {
            let url = CachedItemMatching.url(query.url)
            let start = options.ignoreSearch ? CachedItemMatching.withoutSearch(url) : url
            statement.bind(start)
            if options.ignoreSearch {
                statement.bind(start + "?")
                statement.bind(start + "@")
            }
        }
        while try statement.step() {
            if let query, statement.bool(3), !options.ignoreVary, !matches(query, statement, options) { continue }
            let row = Row(
                id: statement.integer(0), body: statement.optionalInteger(1), size: Int(statement.integer(2)))
            guard try take(row, &statement) else { return }
        }
    }

    private static func matches(
        _ query: FetchRequest.Head, _ statement: borrowing CompiledStatement, _ options: CacheQueryOptions
    ) -> Bool {
        guard let request = try? ColumnText.decode(FetchRequest.Head.self, statement.text(4)),
            let response = try? ColumnText.decode(FetchResponse.Head.self, statement.text(5))
        else { return true }
        return CachedItemMatching.matches(query: query, request: request, response: response, options: options)
    }

    static func insert(_ cache: Int64, _ put: CachePut, _ db: Database) throws {
        let isHidden = put.response.type.isHidden
        var statement = try CompiledStatement(
            db,
            """
            INSERT INTO entry (cacheId, url, request, response, bodyId, size, varies, opaque, data, made)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        statement.bind(cache)
        statement.bind(CachedItemMatching.url(put.request.url))
        statement.bind(try put.requestText ?? ColumnText.encode(put.request))
        statement.bind(try put.responseText ?? ColumnText.encode(put.response))
        statement.bind(try body(of: put, db))
        statement.bind(put.body.size)
        statement.bind(!isHidden && put.response.headers.contains("Vary"))
        statement.bind(isHidden)
        statement.bind(dataInRow(of: put))
        statement.bind(time(of: Date()))
        try statement.run()
    }

    /// Returns a date as the columns `made` have it.
    static func time(of date: Date) -> Int64 {
        Int64(min(max(0, date.timeIntervalSince1970 * 1_000_000), 9e18))
    }

    private static func dataInRow(of put: CachePut) -> Data? {
        guard case .inline(let data) = put.body, data.count <= ServiceWorkerStorage.largestInRow else { return nil }
        return data
    }

    private static func body(of put: CachePut, _ db: Database) throws -> Int64? {
        switch put.body {
        case .none: return nil
        case .stored(let body, _): return body
        case .inline(let data):
            guard data.count > ServiceWorkerStorage.largestInRow else { return nil }
            let body = try insertBody(db)
            try insertChunk(body, 0, data, db)
            return body
        }
    }

    /// Notes that the bodies of a cache take so many more bytes, or fewer.
    static func resize(_ cache: Int64, by bytes: Int, _ db: Database) throws {
        guard bytes != 0 else { return }
        var statement = try CompiledStatement(db, "UPDATE cache SET size = size + ? WHERE id = ?")
        statement.bind(bytes)
        statement.bind(cache)
        try statement.run()
    }

    /// Removes entries, and their bodies unless someone reads them. The caller has to call ``resize(_:by:_:)``.
    static func remove(_ rows: [Row], keeping leases: BodyLeases, _ db: Database) throws {
        for row in rows {
            try CompiledStatement.run(db, "DELETE FROM entry WHERE id = ?", row.id)
            guard let body = row.body, !leases.isLeased(body) else { continue }
            if row.size > ServiceWorkerStorage.chunkSize { leases.discard(body) } else { try removeBody(body, db) }
        }
    }

    /// Removes an entry that was found damaged, unless another one has its number by now.
    static func drop(_ row: Row, keeping leases: BodyLeases, _ db: Database) throws {
        var statement = try CompiledStatement(db, "SELECT request, response, cacheId FROM entry WHERE id = ?")
        statement.bind(row.id)
        guard try statement.step(),
            row.size < 0 || !EntryCheck.areSound(statement.text(0), statement.text(1))
        else { return }
        let cache = statement.integer(2)
        try remove([row], keeping: leases, db)
        try resize(cache, by: -row.size, db)
    }

    static func insertBody(_ db: Database) throws -> Int64 {
        try db.cachedStatement(sql: "INSERT INTO body DEFAULT VALUES").execute()
        return db.lastInsertedRowID
    }

    static func insertChunk(_ body: Int64, _ position: Int, _ data: Data, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT INTO chunk (bodyId, position, data) VALUES (?, ?, ?)")
            .execute(arguments: [body, position, data])
    }

    static func removeBody(_ body: Int64, _ db: Database) throws {
        try CompiledStatement.run(
            db, "DELETE FROM body WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM entry WHERE bodyId = ?1)", body)
    }

    /// Returns a body that is in the entry's row, or in one row or none of its own. Returns `nil` for one larger than `limit`,
    /// and where there is no body.
    static func smallBody(_ entry: Entry, limit: Int, _ db: Database) throws -> Data? {
        if let data = entry.data { return data }
        guard let body = entry.row.body, entry.row.size <= min(limit, ServiceWorkerStorage.chunkSize) else {
            return nil
        }
        let statement = try db.cachedStatement(sql: "SELECT data FROM chunk WHERE bodyId = ?")
        return try Data.fetchOne(statement, arguments: [body]) ?? Data()
    }

    static func usage(_ key: StorageKey, _ db: Database) throws -> Int {
        var statement = try CompiledStatement(db, "SELECT TOTAL(size) FROM cache WHERE storageKey = ?")
        statement.bind(key.rawValue)
        return try statement.step() ? Int(statement.integer(0)) : 0
    }
}
