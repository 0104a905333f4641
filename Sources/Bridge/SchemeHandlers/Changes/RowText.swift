import Foundation
import GRDB
import GRDBSQLite

/// A row for an event: its key and its columns as members of an object.
enum RowText {
    /// Returns the members of a row as JSON text; nil for a row that was deleted.
    static func text(of table: TableSchema, _ rowID: Int64, _ db: Database) throws -> Data? {
        var sql = SQLText()
        sql += "SELECT "
        sql.names(table.columns + table.primaryKey)
        sql += " FROM "
        sql.name(table)
        sql += " WHERE "
        if let column = table.rowIDColumn {
            sql.name(column)
        } else {
            guard let name = Self.rowIDName(table) else { return nil }
            sql += name
        }
        sql += " = "
        sql.bind(rowID.databaseValue)
        let statement = try db.cachedStatement(sql: sql.sql)
        let rows = try Row.fetchCursor(statement, arguments: StatementArguments(sql.values))
        guard try rows.next() != nil else { return nil }
        var bytes = OutputBytes()
        var encoder = RowEncoder(
            table.columns.map { OutputColumn(label: $0.name, column: $0) }, format: .object, integersAsText: false)
        bytes.append("\"key\":[")
        for index in table.primaryKey.indices {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            encoder.appendJSON(statement.sqliteStatement, Int32(table.columns.count + index), .plain, &bytes)
        }
        bytes.append("],\"row\":")
        encoder.append(statement.sqliteStatement, to: &bytes)
        return bytes.take()
    }

    /// Returns a name of the rowid that no column has taken.
    static func rowIDName(_ table: TableSchema) -> StaticString? {
        let taken = Set(table.columns.map { $0.name.lowercased() })
        return taken.contains("rowid")
            ? taken.contains("_rowid_") ? taken.contains("oid") ? nil : "oid" : "_rowid_" : "rowid"
    }
}
