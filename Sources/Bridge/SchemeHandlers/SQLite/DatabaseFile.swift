import Foundation
import GRDB
import GRDBSQLite

/// A database file and its connections: one pool that writes, and the connections of answers that are being read.
struct DatabaseFile: Sendable {
    /// Nil where the database is only read.
    let writer: DatabasePool?
    let connections: ReadConnections

    /// Takes an application's pool.
    init(_ pool: DatabasePool, isReadOnly: Bool) {
        var configuration = pool.configuration
        Self.limit(&configuration)
        writer = isReadOnly ? nil : pool
        connections = ReadConnections(path: pool.path, configuration: configuration)
    }

    /// Opens a file that is there, and looks into it.
    init(_ file: URL, options: SQLiteOptions) throws(SchemeHandlerError) {
        let path = file.path
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { throw .missing(path: path) }
        guard !isFolder.boolValue else { throw .notADatabase(path: path) }
        var configuration = Configuration()
        configuration.busyMode = .timeout(max(0, options.busyTimeout))
        configuration.label = "SQLiteSchemeHandler"
        Self.limit(&configuration)
        do {
            if options.isReadOnly {
                writer = nil
            } else {
                // A log of its own lets readers and a writer work at the same time.
                writer = try DatabasePool(path: path, configuration: configuration)
            }
            connections = ReadConnections(path: path, configuration: configuration)
            let connection = try connections.take()
            _ = try connection.unsafeRead { try DatabaseSchema($0, allowed: []) }
            connections.give(connection)
        } catch let error as DatabaseError where [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(error.resultCode) {
            throw .notADatabase(path: path)
        } catch {
            throw .unreadable(path: path, reason: (error as? DatabaseError)?.message ?? "\(error)")
        }
    }

    /// Limits the patterns and attached databases of statements. Pages need less than SQLite allows.
    private static func limit(_ configuration: inout Configuration) {
        configuration.prepareDatabase { db in
            sqlite3_limit(db.sqliteConnection, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 4096)
            sqlite3_limit(db.sqliteConnection, SQLITE_LIMIT_ATTACHED, 0)
        }
    }
}
