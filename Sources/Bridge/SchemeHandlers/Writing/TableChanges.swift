import Foundation
import GRDB

/// The four changes that requests ask of a table.
enum TableChanges {
    /// Runs the request's change. It is called inside a transaction, which an error rolls back.
    static func run(_ request: ResourceRequest, _ table: TableSchema, _ db: Database) throws -> WriteOutcome {
        try check(table)
        switch request.method {
        case .post: return try insert(request, table, db)
        case .put: return try replace(request, table, db)
        case .patch: return try update(request, table, db)
        case .delete: return try delete(request, table, db)
        case .get, .head: return WriteOutcome()
        }
    }

    static func check(_ table: TableSchema) throws(RESTError) {
        guard table.kind == .table else {
            throw RESTError(
                status: 405, code: "not_writable",
                message: "\(table.name) is a \(table.kind.rawValue) and can only be read.",
                headers: ["Allow": ResourceRequest.readMethods])
        }
    }

    // MARK: POST

    private static func insert(_ request: ResourceRequest, _ table: TableSchema, _ db: Database) throws -> WriteOutcome
    {
        try checkInsertion(request)
        let body = try RecordBody(request)
        let conflict = try conflict(request, table)
        var writer = try TableWriter(db, table, request)
        // The key of the only row is known when the second one comes, or does not.
        var first: [(column: ColumnSchema, value: DatabaseValue)]?
        var count = 0
        try body.forEach { members in
            let values = try writer.values(members, isCSV: body.format == .csv)
            count += 1
            if count == 1 {
                first = values
                return
            }
            if let waiting = first { try writer.insert(waiting, conflict: conflict, wantsKey: false) }
            first = nil
            try writer.insert(values, conflict: conflict, wantsKey: false)
        }
        if let only = first {
            try writer.insert(only, conflict: conflict, wantsKey: !table.primaryKey.isEmpty)
        }
        writer.outcome.isCreated = true
        return try writer.end()
    }

    static func checkInsertion(_ request: ResourceRequest) throws(RESTError) {
        guard request.key.isEmpty else {
            throw RESTError(
                status: 405, code: "method_not_allowed", message: "POST adds to a table, not to a row.",
                hint: "Use PUT or PATCH for one row.", headers: ["Allow": "GET, HEAD, PUT, PATCH, DELETE, OPTIONS"])
        }
        let known: Set<String> = ["select", "on_conflict"]
        if let item = request.items.first(where: { !known.contains($0.name) }) {
            throw .badRequest("bad_item", "\(RESTError.quoted(item.name)) has no meaning for POST.")
        }
    }

    private static func conflict(_ request: ResourceRequest, _ table: TableSchema) throws(RESTError) -> Conflict? {
        let target = try RowSelection.single("on_conflict", request.items)
        guard let duplicates = request.preferences.duplicates else {
            guard target == nil else {
                throw .badRequest(
                    "bad_item", "on_conflict has no meaning without Prefer: resolution=merge-duplicates.")
            }
            return nil
        }
        var columns = table.primaryKey
        if let target {
            columns = []
            for part in try FilterList.split(target[...]) { columns.append(try table.column(FilterList.unquote(part))) }
            let names = Set(columns.map(\.name))
            guard names == Set(table.primaryKey.map(\.name)) || table.uniqueKeys.contains(where: { Set($0) == names })
            else {
                throw .badRequest("bad_conflict", "on_conflict names no unique key of \(table.name).")
            }
        }
        guard !columns.isEmpty else {
            throw .badRequest(
                "no_primary_key", "\(table.name) has no primary key.", hint: "Name a unique key with on_conflict=.")
        }
        return Conflict(target: columns, replaces: duplicates == .merge ? .given : nil)
    }

    // MARK: PUT

    private static func replace(_ request: ResourceRequest, _ table: TableSchema, _ db: Database) throws -> WriteOutcome
    {
        let key = try KeyOfRow(request, table)
        let body = try RecordBody(request)
        var writer = try TableWriter(db, table, request)
        let given = try writer.values(try body.single(), isCSV: body.format == .csv)
        var values: [(column: ColumnSchema, value: DatabaseValue)] = key.values
        for (column, value) in given {
            if let own = key.values.first(where: { $0.column == column }) {
                guard TableWriter.segment(own.value) == TableWriter.segment(value) else {
                    throw RESTError.badRequest(
                        "key_mismatch", "The body gives \(column.name) another value than the address does.")
                }
            } else {
                values.append((column, value))
            }
        }
        var question = SQLText()
        question += "SELECT 1 FROM "
        question.name(table)
        question += " WHERE "
        question += key.condition
        let exists = try Row.fetchOne(db, sql: question.sql, arguments: StatementArguments(question.values)) != nil
        try writer.insert(
            values, conflict: Conflict(target: table.primaryKey, replaces: .all(table.columns)), wantsKey: true)
        writer.outcome.isCreated = !exists
        return try writer.end()
    }

    // MARK: PATCH and DELETE

    private static func update(_ request: ResourceRequest, _ table: TableSchema, _ db: Database) throws -> WriteOutcome
    {
        let condition = try FilterOfChange(request, table).condition
        let body = try RecordBody(request)
        var writer = try TableWriter(db, table, request)
        let values = try writer.values(try body.single(), isCSV: body.format == .csv)
        guard !values.isEmpty else {
            throw RESTError.badRequest("nothing_to_change", "The body's object has no members.")
        }
        var text = SQLText()
        text += "UPDATE "
        text.name(table)
        text += " SET "
        text.list(values) {
            $0.name($1.column)
            $0 += " = "
            $0.bind($1.value)
        }
        return try change(&writer, text, condition)
    }

    private static func delete(_ request: ResourceRequest, _ table: TableSchema, _ db: Database) throws -> WriteOutcome
    {
        let condition = try FilterOfChange(request, table).condition
        var writer = try TableWriter(db, table, request)
        var text = SQLText()
        text += "DELETE FROM "
        text.name(table)
        return try change(&writer, text, condition)
    }

    private static func change(
        _ writer: inout TableWriter, _ start: SQLText, _ condition: SQLText?
    ) throws -> WriteOutcome {
        var text = start
        if let condition {
            text += " WHERE "
            text += condition
        }
        text += writer.returning()
        try writer.run(writer.db.makeStatement(sql: text.sql), text.values)
        return try writer.end()
    }
}
