import Foundation
import GRDB

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
        try rowsAndOthers(place, matching: query, options: options, db).rows
    }

    /// Returns the rows of such entries, and whether there are other entries of the same address.
    static func rowsAndOthers(
        _ place: Place, matching query: FetchRequest.Head? = nil, options: CacheQueryOptions = CacheQueryOptions(),
        _ db: Database
    ) throws -> (rows: [Row], hasOthers: Bool) {
        var found: [Row] = []
        let others = try search(place, for: query, options, withData: false, in: db) { row, _ in
            found.append(row)
            return true
        }
        return (found, others > 0)
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
    /// Entries of one address have their numbers in order; see ``replace(_:_:at:_:)``.
    ///
    /// - Returns: the number of entries of the address that do not match.
    @discardableResult
    private static func search(
        _ place: Place, for query: FetchRequest.Head?, _ options: CacheQueryOptions, withData: Bool, in db: Database,
        _ take: (Row, inout CompiledStatement) throws -> Bool
    ) throws -> Int {
        var sql = "SELECT entry.id, bodyId, entry.size, varies, request, response, opaque, url"
        sql += (withData ? ", data " : " ") + place.sql
        if query != nil {
            // The address with any query sorts between itself with "?" appended and itself with "@" appended.
            sql += options.ignoreSearch ? " AND (url = ? OR url >= ? AND url < ?)" : " AND url = ?"
        }
        let isExact = query != nil && !options.ignoreSearch
        var statement = try CompiledStatement(
            db, sql + (isExact ? " ORDER BY cacheId, entry.id" : " ORDER BY cacheId, position"))
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
        var others = 0
        while try statement.step() {
            if let query, statement.bool(3), !options.ignoreVary, !matches(query, statement, options) {
                others += 1
                continue
            }
            let row = Row(
                id: statement.integer(0), body: statement.optionalInteger(1), size: Int(statement.integer(2)))
            guard try take(row, &statement) else { break }
        }
        return others
    }

    private static func matches(
        _ query: FetchRequest.Head, _ statement: borrowing CompiledStatement, _ options: CacheQueryOptions
    ) -> Bool {
        guard let request = try? ColumnText.decode(FetchRequest.Head.self, statement.text(4)),
            let response = try? ColumnText.decode(FetchResponse.Head.self, statement.text(5))
        else { return true }
        return CachedItemMatching.matches(query: query, request: request, response: response, options: options)
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
