import Foundation
import GRDB

// Adding, replacing and removing entries.
extension CacheRows {
    static func insert(_ cache: Int64, _ put: CachePut, at position: Int64, _ db: Database) throws {
        var statement = try CompiledStatement(
            db,
            """
            INSERT INTO entry (position, request, response, size, varies, opaque, made, data, bodyId, cacheId, url)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        try bind(put, at: position, to: &statement)
        statement.bind(try body(of: put, db))
        statement.bind(cache)
        statement.bind(CachedItemMatching.url(put.request.url))
        try statement.run()
    }

    /// Puts an entry in the place of another one of the same address, at the end of the cache's order. The row keeps its number, which
    /// takes half the time of a new row. So it has to be the only one of its address: the order of those is that of their numbers.
    static func replace(_ row: Row, _ put: CachePut, at position: Int64, _ db: Database) throws {
        var statement = try CompiledStatement(
            db,
            """
            UPDATE entry SET position = ?, request = ?, response = ?, size = ?, varies = ?, opaque = ?, made = ?, data = ?
            WHERE id = ?
            """)
        try bind(put, at: position, to: &statement)
        statement.bind(row.id)
        try statement.run()
    }

    private static func bind(_ put: CachePut, at position: Int64, to statement: inout CompiledStatement) throws {
        let isHidden = put.response.type.isHidden
        statement.bind(position)
        statement.bind(try put.requestText ?? ColumnText.encode(put.request))
        statement.bind(try put.responseText ?? ColumnText.encode(put.response))
        statement.bind(put.body.size)
        statement.bind(!isHidden && put.response.headers.contains("Vary"))
        statement.bind(isHidden)
        statement.bind(time(of: Date()))
        statement.bind(dataInRow(of: put))
    }

    /// Returns a date as the columns `made` have it.
    static func time(of date: Date) -> Int64 {
        Int64(min(max(0, date.timeIntervalSince1970 * 1_000_000), 9e18))
    }

    private static func dataInRow(of put: CachePut) -> Data? {
        guard case .inline(let data) = put.body, put.body.fitsInRow else { return nil }
        return data
    }

    private static func body(of put: CachePut, _ db: Database) throws -> Int64? {
        switch put.body {
        case .none: return nil
        case .stored(let body, _): return body
        case .inline(let data):
            if put.body.fitsInRow { return nil }
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
        var statement = try CompiledStatement(db, "SELECT request, response, cacheId, size FROM entry WHERE id = ?")
        statement.bind(row.id)
        guard try statement.step() else { return }
        let (cache, size) = (statement.integer(2), Int(statement.integer(3)))
        guard size < 0 || !EntryCheck.areSound(statement.text(0), statement.text(1)) else { return }
        try remove([row], keeping: leases, db)
        try resize(cache, by: -size, db)
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
}
