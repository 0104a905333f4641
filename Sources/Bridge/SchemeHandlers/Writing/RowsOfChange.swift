import GRDB

/// Which rows a PATCH or DELETE is about. Every row, only where that is asked for.
struct FilterOfChange {
    let condition: SQLText?

    init(_ request: ResourceRequest, _ table: TableSchema) throws(RESTError) {
        condition = try RowFilter(request, of: table).condition
        guard condition != nil || request.preferences.allRows else {
            throw .badRequest(
                "no_filter", "\(request.method.rawValue) of \(table.name) without a filter would change every row.",
                hint: "Add a filter, or Prefer: rows=all.")
        }
    }
}

/// The one row that a PUT is about: by the address, or by filters `eq` on the columns of the primary key, as in PostgREST.
struct KeyOfRow {
    let values: [(column: ColumnSchema, value: DatabaseValue)]
    let condition: SQLText

    init(_ request: ResourceRequest, _ table: TableSchema) throws(RESTError) {
        let segments = request.key.isEmpty ? try Self.segments(request, table) : request.key
        condition = try RowFilter.key(segments, of: table)
        values = Array(zip(table.primaryKey, condition.values)).map { ($0, $1) }
        let filters = request.items.filter { !FilterParser.reserved.contains($0.name) }
        guard request.key.isEmpty || filters.isEmpty else { throw Self.notKeyed }
    }

    private static func segments(_ request: ResourceRequest, _ table: TableSchema) throws(RESTError) -> [String] {
        let filters = request.items.filter { !FilterParser.reserved.contains($0.name) }
        guard !table.primaryKey.isEmpty, filters.count == table.primaryKey.count else { throw notKeyed }
        var segments: [String] = []
        for column in table.primaryKey {
            guard let item = filters.first(where: { $0.name.lowercased() == column.name.lowercased() }),
                let value = item.value
            else { throw notKeyed }
            segments.append(value.hasPrefix("eq.") ? String(value.dropFirst(3)) : value)
        }
        return segments
    }

    private static var notKeyed: RESTError {
        RESTError(
            status: 405, code: "put_needs_key", message: "PUT replaces one row, by its whole primary key.",
            hint: "Write sqlite://table/key, or use PATCH.",
            headers: ["Allow": "GET, HEAD, POST, PATCH, DELETE, OPTIONS"])
    }
}
