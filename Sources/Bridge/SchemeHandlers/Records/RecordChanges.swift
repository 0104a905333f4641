import Foundation
import GRDB

/// Changes records, inside one transaction: each is decoded and validated before it is stored.
struct RecordChanges<Record: Codable & FetchableRecord & MutablePersistableRecord & Sendable> {
    /// Records are held in memory while they are changed.
    private static var mostRecords: Int { 10_000 }

    private let model: RecordTable<Record>
    private let request: ResourceRequest
    private let table: TableSchema
    private let db: Database
    private var outcome = WriteOutcome()
    private var changed: [Record] = []

    init(_ model: RecordTable<Record>, _ request: ResourceRequest, _ table: TableSchema, _ db: Database) throws {
        self.model = model
        self.request = request
        self.table = table
        self.db = db
        for item in request.items where ["order", "limit", "offset", "on_conflict"].contains(item.name) {
            throw RESTError.badRequest(
                "bad_item", "\(item.name) has no meaning for \(request.method.rawValue) of records.")
        }
    }

    mutating func run() throws -> WriteOutcome {
        switch request.method {
        case .post: try insert()
        case .put: try replace()
        case .patch: try update()
        case .delete: try delete()
        case .get, .head: break
        }
        if let most = request.preferences.mostAffected, outcome.affected > most {
            throw RESTError.badRequest(
                "too_many_affected", "\(outcome.affected) rows would change, and max-affected is \(most); none did.")
        }
        if request.preferences.returns == .representation { outcome.representation = try representation() }
        return outcome
    }

    private func body() throws -> RecordBody {
        let body = try RecordBody(request)
        guard body.format != .csv else {
            throw RESTError(
                status: 415, code: "unsupported_media_type", message: "Records are not read from CSV.",
                hint: "Send application/json or application/x-ndjson.")
        }
        return body
    }

    private mutating func note(_ record: Record) {
        outcome.affected += 1
        if request.preferences.returns == .representation { changed.append(record) }
    }

    // MARK: The four changes

    private mutating func insert() throws {
        try TableChanges.checkInsertion(request)
        var last: Record?
        var stored: [Record] = []
        try body().forEach { members in
            var record = try model.coding.record(members)
            switch request.preferences.duplicates {
            case .merge: try record.upsert(db)
            case .ignore: if try record.exists(db) { return } else { try record.insert(db) }
            case nil: try record.insert(db)
            }
            last = record
            stored.append(record)
        }
        for record in stored { note(record) }
        outcome.isCreated = true
        guard stored.count == 1, let last, !table.primaryKey.isEmpty else { return }
        var key = try model.key(of: last, table)
        // A record that does not learn its id has it from SQLite.
        if table.rowIDColumn != nil, key.first == .null { key = [db.lastInsertedRowID.databaseValue] }
        outcome.key = key.map(TableWriter.segment)
    }

    private mutating func replace() throws {
        let key = try KeyOfRow(request, table)
        var members = try body().single()
        for (column, value) in key.values {
            let json = Self.json(value, column)
            if let given = members.first(where: { $0.name == column.name })?.value {
                guard try TableWriter.segment(column.value(of: given)) == TableWriter.segment(value) else {
                    throw RESTError.badRequest(
                        "key_mismatch", "The body gives \(column.name) another value than the address does.")
                }
            } else {
                members.append((column.name, json))
            }
        }
        var record = try model.coding.record(members)
        outcome.isCreated = try !record.exists(db)
        if outcome.isCreated { try record.insert(db) } else { try record.update(db) }
        outcome.key = key.values.map { TableWriter.segment($0.value) }
        note(record)
    }

    private static func json(_ value: DatabaseValue, _ column: ColumnSchema) -> RecordValue {
        switch value.storage {
        case .int64(let number): return .integer(number)
        case .double(let number): return .real(number)
        case .string(let text):
            if column.affinity == .integer, let number = Int64(text) { return .integer(number) }
            if column.affinity == .real, let number = Double(text) { return .real(number) }
            return .text(text)
        case .blob(let data): return .text(data.base64EncodedString())
        case .null: return .null
        }
    }

    private mutating func update() throws {
        let patch = try body().single()
        guard !patch.isEmpty else {
            throw RESTError.badRequest("nothing_to_change", "The body's object has no members.")
        }
        for record in try affected() {
            var members = try model.coding.members(record)
            for (name, value) in patch {
                if let index = members.firstIndex(where: { $0.name == name }) {
                    members[index].value = value
                } else {
                    members.append((name, value))
                }
            }
            let changed = try model.coding.record(members)
            guard try model.key(of: changed, table) == model.key(of: record, table) else {
                throw RESTError.badRequest("key_mismatch", "The key of a record cannot be changed.")
            }
            try changed.update(db)
            note(changed)
        }
    }

    private mutating func delete() throws {
        for record in try affected() {
            try record.delete(db)
            note(record)
        }
    }

    private func affected() throws -> [Record] {
        let condition = try FilterOfChange(request.without("select"), table).condition
        var sql = SQLText()
        sql += "SELECT * FROM "
        sql.name(table)
        if let condition {
            sql += " WHERE "
            sql += condition
        }
        sql += " LIMIT "
        sql.bind((Self.mostRecords + 1).databaseValue)
        let records = try Record.fetchAll(db, sql: sql.sql, arguments: StatementArguments(sql.values))
        guard records.count <= Self.mostRecords else {
            throw RESTError(
                status: 413, code: "too_many_records",
                message: "More than \(Self.mostRecords) records would change; none did.",
                hint: "Narrow the filter.")
        }
        return records
    }

    private func representation() throws -> Data {
        let format = try ResponseFormat(accept: request.accept)
        guard format != .csv else {
            throw RESTError(status: 406, code: "not_acceptable", message: "Records are not served as CSV.")
        }
        guard format != .object || changed.count == 1 else {
            throw RESTError(
                status: 406, code: "not_single",
                message: "The change is one of \(changed.count) rows; nothing was changed.")
        }
        let selection = try RecordTable<Record>.selection(request)
        var bytes = OutputBytes(capacity: 4096)
        var framing = RowFraming(format: format, labels: [])
        framing.begin(&bytes)
        for record in changed {
            framing.beginRow(&bytes)
            var members = try model.coding.members(record)
            if let selection {
                members = selection.map { wanted in
                    (wanted.label, members.first { $0.name == wanted.name }?.value ?? .null)
                }
            }
            RecordCoding<Record>.append(members, to: &bytes)
            framing.endRow(&bytes)
        }
        framing.end(&bytes)
        return bytes.take()
    }
}
