import GRDB

/// The plan of a GET or HEAD: the statements, and the format of their rows.
struct ReadPlan: Sendable {
    let table: TableSchema
    let outputs: [OutputColumn]
    let rows: SQLText
    /// Counts all rows that the filter lets through.
    let count: SQLText?
    let offset: Int64
    let limit: Int64?
    let format: ResponseFormat
    /// Whether the address names one row by its key: it is there, or the answer is a 404.
    let isKeyed: Bool
    let preferences: RequestPreferences

    init(_ request: ResourceRequest, of table: TableSchema) throws(RESTError) {
        self.table = table
        preferences = request.preferences
        isKeyed = !request.key.isEmpty
        let accepted = try ResponseFormat(accept: request.accept)
        format = isKeyed && accepted == .json ? .object : accepted
        let selection = try RowSelection(request.items, of: table)
        outputs = selection.outputs
        offset = selection.offset
        limit = selection.limit
        let condition = try RowFilter(request, of: table).condition
        var rows = SQLText()
        rows += "SELECT "
        rows.names(outputs.map(\.column))
        rows += Self.source(table, condition)
        if let order = selection.order {
            rows += " ORDER BY "
            rows += order
        } else if condition == nil, !table.primaryKey.isEmpty, table.rowIDColumn != nil || !table.hasRowID {
            // The order that the rows lie in. Without it, SQLite may read them from any index that has all the columns.
            rows += " ORDER BY "
            rows.names(table.primaryKey)
        }
        if limit != nil || offset > 0 {
            rows += " LIMIT "
            rows.bind((limit ?? -1).databaseValue)
            rows += " OFFSET "
            rows.bind(offset.databaseValue)
        }
        self.rows = rows
        var count = SQLText()
        count += "SELECT count(*)"
        count += Self.source(table, condition)
        self.count = preferences.counts ? count : nil
    }

    private static func source(_ table: TableSchema, _ condition: SQLText?) -> SQLText {
        var text = SQLText()
        text += " FROM "
        text.name(table)
        if let condition {
            text += " WHERE "
            text += condition
        }
        return text
    }
}

/// Which rows a request is about: those of its key, and those that its filters let through.
struct RowFilter: Sendable {
    /// Nil where every row is meant.
    let condition: SQLText?

    init(_ request: ResourceRequest, of table: TableSchema) throws(RESTError) {
        var parser = FilterParser(table)
        let filter = try parser.condition(request.items)
        guard !request.key.isEmpty else {
            condition = filter
            return
        }
        var whole = try Self.key(request.key, of: table)
        if let filter {
            whole += " AND "
            whole += filter
        }
        condition = whole
    }

    /// Returns the condition that compares the columns of the primary key with the segments of an address.
    static func key(_ segments: [String], of table: TableSchema) throws(RESTError) -> SQLText {
        guard !table.primaryKey.isEmpty else {
            throw RESTError(
                status: 404, code: "no_primary_key", message: "\(table.name) has no primary key.",
                hint: "Use a filter, such as ?name=eq.tea.")
        }
        guard segments.count == table.primaryKey.count else {
            let names = table.primaryKey.map(\.name).joined(separator: "/")
            throw RESTError(
                status: 404, code: "bad_key",
                message: "A key of \(table.name) has \(table.primaryKey.count) segments, not \(segments.count).",
                hint: "Write \(table.name)/\(names).")
        }
        var text = SQLText()
        var values: [(ColumnSchema, DatabaseValue)] = []
        for (column, segment) in zip(table.primaryKey, segments) {
            values.append((column, try column.value(ofText: segment)))
        }
        text.list(values, separator: " AND ") {
            $0.name($1.0)
            $0 += " = "
            $0.bind($1.1)
        }
        return text
    }
}
