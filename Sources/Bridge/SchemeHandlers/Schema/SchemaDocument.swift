import Foundation
import HTTPMessages

/// The response to `sqlite://`: tables, columns and keys.
struct SchemaDocument: Encodable {
    struct Table: Encodable {
        var name: String
        var kind: String
        var isWritable: Bool
        var columns: [Column]
        var primaryKey: [String]
        var uniqueKeys: [[String]]
        var foreignKeys: [ForeignKey]
    }

    struct Column: Encodable {
        var name: String
        var type: String
        var isNullable: Bool
        var isGenerated: Bool
        var `default`: String?
    }

    struct ForeignKey: Encodable {
        var columns: [String]
        var table: String
        var references: [String]
    }

    var tables: [Table]

    init(_ schema: DatabaseSchema, isReadOnly: Bool) {
        tables = schema.tables.map { table in
            Table(
                name: table.name, kind: table.kind.rawValue, isWritable: table.kind == .table && !isReadOnly,
                columns: table.columns.map { column in
                    // An alias of the rowid is never null, whatever is declared.
                    let isNullable = !column.isNotNull && column != table.rowIDColumn
                    return Column(
                        name: column.name, type: column.declaredType, isNullable: isNullable,
                        isGenerated: column.isGenerated, default: column.defaultExpression)
                },
                primaryKey: table.primaryKey.map(\.name), uniqueKeys: table.uniqueKeys,
                foreignKeys: table.foreignKeys.map {
                    ForeignKey(columns: $0.columns, table: $0.table, references: $0.references)
                })
        }
    }

    func json() throws -> Data { try JSONText.encode(self, .sorted) }
}
