import GRDB
import Synchronization

/// The schema, read again when SQLite says that it has changed. Used from any of the database's connections.
final class SchemaCache: Sendable {
    private let allowed: Set<String>?
    private let kept = Mutex<(version: Int64, schema: DatabaseSchema)?>(nil)

    init(allowed: Set<String>?) {
        self.allowed = allowed.map { Set($0.map { $0.lowercased() }) }
    }

    func schema(_ db: Database) throws -> DatabaseSchema {
        let version = try Int64.fetchOne(db.cachedStatement(sql: "PRAGMA schema_version")) ?? 0
        if let kept = kept.withLock(\.self), kept.version == version { return kept.schema }
        let schema = try DatabaseSchema(db, allowed: allowed)
        kept.withLock { $0 = (version, schema) }
        return schema
    }
}
