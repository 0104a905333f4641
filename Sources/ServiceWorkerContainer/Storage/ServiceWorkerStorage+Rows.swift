import GRDB

extension ServiceWorkerStorage {
    /// How many rows each table has: for tests that look for what is left behind.
    public func rowCounts() async throws -> [String: Int] {
        try await writer.read { db in
            let tables = ["registration", "worker", "script", "cache", "entry", "body", "chunk"]
            return try tables.reduce(into: [:]) { counts, table in
                counts[table] = try Table(table).fetchCount(db)
            }
        }
    }
}
