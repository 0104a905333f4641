/// A table or view of the database, as pages may know it.
struct TableSchema: Sendable, Equatable {
    enum Kind: String, Sendable { case table, view, virtual }

    struct ForeignKey: Sendable, Equatable {
        var columns: [String]
        var table: String
        /// Empty where the primary key is meant.
        var references: [String]
    }

    var name: String
    var kind: Kind
    var columns: [ColumnSchema]
    /// In the order of the key, not of the columns.
    var primaryKey: [ColumnSchema]
    var foreignKeys: [ForeignKey]
    var uniqueKeys: [[String]]
    var hasRowID: Bool

    /// The column that is another name of the rowid.
    var rowIDColumn: ColumnSchema? {
        guard hasRowID, primaryKey.count == 1, primaryKey[0].declaredType.uppercased() == "INTEGER" else { return nil }
        return primaryKey[0]
    }

    /// Returns the column of this name: as it is written, or else in any case, as SQLite has it.
    func column(_ name: String) throws(RESTError) -> ColumnSchema {
        if let exact = columns.first(where: { $0.name == name }) { return exact }
        let folded = name.lowercased()
        guard let found = columns.first(where: { $0.name.lowercased() == folded }) else {
            throw .badRequest(
                "column_not_found", "The table \(self.name) has no column \(RESTError.quoted(name)).",
                hint: RESTError.choices(columns.map(\.name)))
        }
        return found
    }
}

/// A column of a table.
struct ColumnSchema: Sendable, Equatable, Hashable {
    /// The conversion that SQLite applies to new values, by the [rules of
    /// affinity](https://www.sqlite.org/datatype3.html#determination_of_column_affinity).
    enum Affinity: Sendable { case integer, text, blob, real, numeric }

    var name: String
    var declaredType: String
    var isNotNull: Bool
    var defaultExpression: String?
    var isGenerated: Bool

    var affinity: Affinity {
        let type = declaredType.uppercased()
        if type.contains("INT") { return .integer }
        if type.contains("CHAR") || type.contains("CLOB") || type.contains("TEXT") { return .text }
        if type.contains("BLOB") || type.isEmpty { return .blob }
        if type.contains("REAL") || type.contains("FLOA") || type.contains("DOUB") { return .real }
        return .numeric
    }

    /// Whether the column holds bytes, which travel as Base64.
    var holdsBytes: Bool { affinity == .blob && !declaredType.isEmpty }

    /// Whether the column holds JSON text, which is sent as the JSON value.
    var holdsJSON: Bool { declaredType.uppercased().contains("JSON") }
}
