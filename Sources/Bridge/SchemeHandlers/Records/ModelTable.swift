import Foundation
import GRDB

/// A table whose rows go through a record type.
protocol ModelTable: Sendable {
    /// The name in addresses.
    var name: String { get }
    var tableName: String { get }
    func plan(_ request: ResourceRequest, _ table: TableSchema) throws -> ReadPlan
    func rowWriter(_ request: ResourceRequest) throws -> any RowWriter
    func change(_ request: ResourceRequest, _ table: TableSchema, _ db: Database) throws -> WriteOutcome
    func rowText(_ table: TableSchema, _ rowID: Int64, _ db: Database) throws -> Data?
}

/// The table of a record type.
struct RecordTable<Record: Codable & FetchableRecord & MutablePersistableRecord & Sendable>: ModelTable {
    let name: String
    let coding: RecordCoding<Record>
    var tableName: String { Record.databaseTableName }

    /// Records are made of whole rows, whatever of them is wanted.
    func plan(_ request: ResourceRequest, _ table: TableSchema) throws -> ReadPlan {
        _ = try RowSelection(request.items, of: table)
        let plan = try ReadPlan(request.without("select"), of: table)
        guard plan.format != .csv else {
            throw RESTError(
                status: 406, code: "not_acceptable", message: "Records are not served as CSV.",
                hint: "Accept application/json or application/x-ndjson.")
        }
        return plan
    }

    func rowWriter(_ request: ResourceRequest) throws -> any RowWriter {
        try RecordRowWriter(coding, selection: Self.selection(request))
    }

    /// Returns the members that are wanted, as `select` names them.
    static func selection(_ request: ResourceRequest) throws(RESTError) -> [(name: String, label: String)]? {
        guard let text = try RowSelection.single("select", request.items) else { return nil }
        let parts = try FilterList.split(text[...])
        guard !parts.contains("*") else { return nil }
        return parts.map { part in
            guard let colon = part.firstIndex(of: ":") else {
                return (FilterList.unquote(part), FilterList.unquote(part))
            }
            return (FilterList.unquote(part[part.index(after: colon)...]), String(part[..<colon]))
        }
    }

    func change(_ request: ResourceRequest, _ table: TableSchema, _ db: Database) throws -> WriteOutcome {
        try TableChanges.check(table)
        var changes = try RecordChanges(self, request, table, db)
        return try changes.run()
    }

    // MARK: Events

    func rowText(_ table: TableSchema, _ rowID: Int64, _ db: Database) throws -> Data? {
        var sql = SQLText()
        sql += "SELECT * FROM "
        sql.name(table)
        sql += " WHERE "
        guard let name = RowText.rowIDName(table) else { return nil }
        sql += name
        sql += " = "
        sql.bind(rowID.databaseValue)
        guard let record = try Record.fetchOne(db, sql: sql.sql, arguments: StatementArguments(sql.values)) else {
            return nil
        }
        var bytes = OutputBytes()
        bytes.append("\"key\":[")
        for (index, value) in try key(of: record, table).enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            if case .int64(let number) = value.storage {
                bytes.append(number)
            } else {
                bytes.appendJSON(TableWriter.segment(value))
            }
        }
        bytes.append("],\"row\":")
        RecordCoding<Record>.append(try coding.members(record), to: &bytes)
        return bytes.take()
    }

    /// Returns the values of the primary key's columns.
    func key(of record: Record, _ table: TableSchema) throws -> [DatabaseValue] {
        let values = try record.databaseDictionary
        return table.primaryKey.map { values[$0.name] ?? .null }
    }
}

extension ResourceRequest {
    /// Returns the request without an item of its query.
    func without(_ name: String) -> ResourceRequest {
        var copy = self
        copy.items.removeAll { $0.name == name }
        return copy
    }
}
