import GRDB

extension ServiceWorkerStorage {
    /// Returns the number of rows of each table: for tests that look for leftovers.
    public func rowCounts() async throws -> [String: Int] {
        try await writer.read { db in
            let tables = [
                "registration", "worker", "script", "cache", "entry", "body", "chunk", "pushSubscription",
                "notification", "syncTag",
            ]
            return try tables.reduce(into: [:]) { counts, table in
                counts[table] = try Table(table).fetchCount(db)
            }
        }
    }
}
