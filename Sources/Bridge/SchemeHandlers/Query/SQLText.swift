import GRDB

/// An SQL text under construction: constant words, names of the schema, and values that are bound. A page's text cannot get into
/// it.
struct SQLText: Sendable, Equatable {
    private(set) var sql = ""
    private(set) var values: [DatabaseValue] = []

    static func += (text: inout SQLText, words: StaticString) { text.sql += "\(words)" }

    static func += (text: inout SQLText, other: SQLText) {
        text.sql += other.sql
        text.values += other.values
    }

    /// Appends the quoted name of a column.
    mutating func name(_ column: ColumnSchema) { quote(column.name) }

    /// Appends the quoted name of a table in the schema `main`, never of a temporary table.
    mutating func name(_ table: TableSchema) {
        sql += "\"main\"."
        quote(table.name)
    }

    private mutating func quote(_ name: String) {
        sql += "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }

    mutating func bind(_ value: DatabaseValue) {
        sql += "?"
        values.append(value)
    }

    /// Names or values in a row.
    mutating func list<Element>(
        _ elements: [Element], separator: StaticString = ", ", _ append: (inout SQLText, Element) throws -> Void
    ) rethrows {
        for (index, element) in elements.enumerated() {
            if index > 0 { self += separator }
            try append(&self, element)
        }
    }

    mutating func names(_ columns: [ColumnSchema]) { list(columns) { $0.name($1) } }
}
