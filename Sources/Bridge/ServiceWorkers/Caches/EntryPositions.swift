import GRDB
import Synchronization

/// The places of new entries in the order of their caches: each is behind all that were given before, in this process and in earlier
/// ones. Any thread.
final class EntryPositions: Sendable {
    private let latest: Atomic<Int64>

    /// Begins behind the places of all earlier openings of the database, which are counted in its user version.
    init(_ db: Database) throws {
        let openings = min((try Int64.fetchOne(db, sql: "PRAGMA user_version") ?? 0) + 1, Int64(Int32.max))
        try db.execute(sql: "PRAGMA user_version = \(openings)")
        latest = Atomic(openings << 32)
    }

    func next() -> Int64 { latest.add(1, ordering: .relaxed).newValue }
}
