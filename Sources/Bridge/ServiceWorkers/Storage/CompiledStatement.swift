import Foundation
import GRDB
import GRDBSQLite

/// A statement that GRDB compiled and keeps, bound and stepped by SQLite's own functions: what GRDB does around each takes
/// longer than a look-up by an index. It lives inside one access to the database, one at a time for each text.
struct CompiledStatement: ~Copyable {
    private let database: Database
    private let compiled: Statement
    private var count: Int32 = 0
    /// SQLite copies what is bound.
    private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    init(_ database: Database, _ sql: String) throws {
        self.database = database
        compiled = try database.cachedStatement(sql: sql)
    }

    /// Runs a statement that has no rows, with one argument or none.
    static func run(_ database: Database, _ sql: String, _ argument: Int64? = nil) throws {
        var statement = try Self(database, sql)
        if let argument { statement.bind(argument) }
        try statement.run()
    }

    deinit {
        sqlite3_reset(compiled.sqliteStatement)
        sqlite3_clear_bindings(compiled.sqliteStatement)
    }

    // MARK: Arguments, in their order

    mutating func bind(_ value: Int64?) {
        count += 1
        if let value { sqlite3_bind_int64(compiled.sqliteStatement, count, value) }
    }

    mutating func bind(_ value: Int) { bind(Int64(value)) }

    mutating func bind(_ value: Bool) { bind(value ? 1 : 0) }

    mutating func bind(_ value: String) {
        count += 1
        var value = value
        value.withUTF8 { text in
            // Without an address, SQLite binds null.
            _ = text.withMemoryRebound(to: CChar.self) {
                sqlite3_bind_text(
                    compiled.sqliteStatement, count, $0.baseAddress ?? UnsafePointer(bitPattern: 1), Int32($0.count),
                    Self.transient)
            }
        }
    }

    mutating func bind(_ value: Data?) {
        count += 1
        guard let value else { return }
        if value.isEmpty {
            sqlite3_bind_zeroblob(compiled.sqliteStatement, count, 0)
        } else {
            value.withUnsafeBytes {
                _ = sqlite3_bind_blob(
                    compiled.sqliteStatement, count, $0.baseAddress, Int32($0.count), Self.transient)
            }
        }
    }

    // MARK: Steps

    /// Goes to the next row; false at the end.
    mutating func step() throws -> Bool {
        let code = sqlite3_step(compiled.sqliteStatement)
        if code == SQLITE_ROW { return true }
        guard code == SQLITE_DONE else {
            throw DatabaseError(
                resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage, sql: compiled.sql)
        }
        return false
    }

    /// Runs a statement that has no rows.
    mutating func run() throws { while try step() {} }

    // MARK: Columns of the row

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(compiled.sqliteStatement, column) }

    func bool(_ column: Int32) -> Bool { integer(column) != 0 }

    func optionalInteger(_ column: Int32) -> Int64? {
        sqlite3_column_type(compiled.sqliteStatement, column) == SQLITE_NULL ? nil : integer(column)
    }

    func text(_ column: Int32) -> String {
        let start = sqlite3_column_text(compiled.sqliteStatement, column)
        let size = Int(sqlite3_column_bytes(compiled.sqliteStatement, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: start == nil ? 0 : size), as: UTF8.self)
    }

    func data(_ column: Int32) -> Data? {
        guard sqlite3_column_type(compiled.sqliteStatement, column) != SQLITE_NULL else { return nil }
        let start = sqlite3_column_blob(compiled.sqliteStatement, column)
        return start.map { Data(bytes: $0, count: Int(sqlite3_column_bytes(compiled.sqliteStatement, column))) }
            ?? Data()
    }
}
