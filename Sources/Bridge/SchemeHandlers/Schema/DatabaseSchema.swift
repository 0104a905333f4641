import GRDB

/// The tables that pages may know, at one version of the database's schema.
struct DatabaseSchema: Sendable {
    let tables: [TableSchema]
    private let byFoldedName: [String: TableSchema]

    init(tables: [TableSchema]) {
        self.tables = tables
        byFoldedName = Dictionary(tables.map { ($0.name.lowercased(), $0) }) { first, _ in first }
    }

    /// Returns the table of this name in any case, as SQLite has it.
    ///
    /// - Throws: a 404, the same for tables that are missing and for those that are not to be known.
    func table(_ name: String) throws(RESTError) -> TableSchema {
        guard let found = byFoldedName[name.lowercased()] else {
            throw RESTError(
                status: 404, code: "table_not_found", message: "There is no table \(RESTError.quoted(name)).",
                hint: RESTError.choices(tables.map(\.name)))
        }
        return found
    }

    // MARK: Reading it

    /// Reads the schema.
    ///
    /// - Parameter allowed: the tables to be known, in lower case; nil for all but SQLite's own.
    init(_ db: Database, allowed: Set<String>?) throws {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT name, type, wr FROM pragma_table_list WHERE schema = 'main' AND type <> 'shadow'
                AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
                """)
        var tables: [TableSchema] = []
        for row in rows {
            let name: String = row[0]
            guard allowed?.contains(name.lowercased()) ?? true, let kind = TableSchema.Kind(rawValue: row[1]) else {
                continue
            }
            let isWithoutRowID: Bool = row[2]
            do {
                tables.append(try Self.table(db, name, kind, hasRowID: kind == .table && !isWithoutRowID))
            } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
                // A view over a missing table cannot be read, and must not hide the rest. An interrupted read is another
                // error, and must be repeated.
            }
        }
        let known = Set(tables.map { $0.name.lowercased() })
        for index in tables.indices {
            tables[index].foreignKeys.removeAll { !known.contains($0.table.lowercased()) }
        }
        self.init(tables: tables)
    }

    private static func table(
        _ db: Database, _ name: String, _ kind: TableSchema.Kind, hasRowID: Bool
    ) throws -> TableSchema {
        let rows = try Row.fetchAll(
            db, sql: "SELECT name, type, \"notnull\", dflt_value, pk, hidden FROM pragma_table_xinfo(?)",
            arguments: [name])
        var columns: [ColumnSchema] = []
        var key: [(Int, ColumnSchema)] = []
        for row in rows {
            let hidden: Int = row[5]
            guard hidden != 1 else { continue }
            let column = ColumnSchema(
                name: row[0], declaredType: row[1] ?? "", isNotNull: row[2], defaultExpression: row[3],
                isGenerated: hidden > 1)
            columns.append(column)
            let position: Int = row[4]
            if position > 0 { key.append((position, column)) }
        }
        return TableSchema(
            name: name, kind: kind, columns: columns, primaryKey: key.sorted { $0.0 < $1.0 }.map(\.1),
            foreignKeys: kind == .table ? try foreignKeys(db, name) : [],
            uniqueKeys: kind == .table ? try uniqueKeys(db, name) : [], hasRowID: hasRowID)
    }

    private static func foreignKeys(_ db: Database, _ name: String) throws -> [TableSchema.ForeignKey] {
        let rows = try Row.fetchAll(
            db, sql: "SELECT id, \"table\", \"from\", \"to\" FROM pragma_foreign_key_list(?) ORDER BY id, seq",
            arguments: [name])
        var keys: [(id: Int, key: TableSchema.ForeignKey)] = []
        for row in rows {
            let id: Int = row[0]
            if keys.last?.id != id {
                keys.append((id, TableSchema.ForeignKey(columns: [], table: row[1], references: [])))
            }
            keys[keys.count - 1].key.columns.append(row[2])
            if let target: String = row[3] { keys[keys.count - 1].key.references.append(target) }
        }
        return keys.map(\.key)
    }

    private static func uniqueKeys(_ db: Database, _ name: String) throws -> [[String]] {
        let indexes = try String.fetchAll(
            db, sql: "SELECT name FROM pragma_index_list(?) WHERE \"unique\" AND NOT partial AND origin <> 'pk'",
            arguments: [name])
        return try indexes.sorted().compactMap { index in
            let columns = try String?.fetchAll(
                db, sql: "SELECT name FROM pragma_index_info(?) ORDER BY seqno", arguments: [index])
            // An index over an expression names no column.
            return columns.contains(nil) ? nil : columns.compactMap(\.self)
        }
    }
}
