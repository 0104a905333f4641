/// A column of the answer, under the name that the page gave it.
struct OutputColumn: Sendable, Equatable {
    var label: String
    var column: ColumnSchema
}

/// Which columns, in what order of rows, and how many: `select`, `order`, `limit` and `offset`.
struct RowSelection: Sendable {
    private static let mostColumns = 2000

    var outputs: [OutputColumn]
    var order: SQLText?
    var limit: Int64?
    var offset: Int64

    init(_ items: [ResourceAddress.Item], of table: TableSchema) throws(RESTError) {
        outputs = try Self.outputs(Self.single("select", items), of: table)
        order = try Self.order(Self.single("order", items), of: table)
        limit = try Self.number("limit", items)
        offset = try Self.number("offset", items) ?? 0
    }

    /// Returns the value of an item that may come once; nil where it is missing or empty.
    static func single(_ name: String, _ items: [ResourceAddress.Item]) throws(RESTError) -> String? {
        let values = items.filter { $0.name == name }
        guard values.count < 2 else {
            throw .badRequest("repeated_item", "The query has more than one item \(name).")
        }
        guard let value = values.first?.value, !value.isEmpty else { return nil }
        return value
    }

    private static func number(_ name: String, _ items: [ResourceAddress.Item]) throws(RESTError) -> Int64? {
        guard let text = try single(name, items) else { return nil }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(text) else {
            throw .badRequest(
                "bad_\(name)", "\(name) takes a whole number from 0 to \(Int64.max), not \(RESTError.quoted(text)).")
        }
        return number
    }

    // MARK: select=id,title:name

    private static func outputs(_ text: String?, of table: TableSchema) throws(RESTError) -> [OutputColumn] {
        let all = table.columns.map { OutputColumn(label: $0.name, column: $0) }
        guard let text else { return all }
        var outputs: [OutputColumn] = []
        for part in try FilterList.split(text[...]) {
            if part == "*" {
                outputs += all
            } else {
                outputs.append(try output(part, of: table))
            }
            guard outputs.count <= mostColumns else {
                throw .badRequest("too_many_columns", "select names more than \(mostColumns) columns.")
            }
        }
        let labels = Set(outputs.map(\.label))
        guard labels.count == outputs.count else {
            throw .badRequest(
                "repeated_column", "select gives two columns the same name.", hint: "Write select=other:column.")
        }
        return outputs
    }

    private static func output(_ part: Substring, of table: TableSchema) throws(RESTError) -> OutputColumn {
        guard !part.contains("(") else {
            throw .badRequest(
                "unsupported_select", "select takes columns; \(RESTError.quoted(String(part))) is none.",
                hint: "Embedded tables and functions are not there: ask for each table by itself.")
        }
        if !part.hasPrefix("\""), let colon = part.firstIndex(of: ":") {
            let column = try table.column(FilterList.unquote(part[part.index(after: colon)...]))
            guard colon > part.startIndex else {
                throw .badRequest("bad_select", "select gives a column an empty name.")
            }
            return OutputColumn(label: String(part[..<colon]), column: column)
        }
        let column = try table.column(FilterList.unquote(part))
        return OutputColumn(label: column.name, column: column)
    }

    // MARK: order=price.desc.nullslast,name

    private static func order(_ text: String?, of table: TableSchema) throws(RESTError) -> SQLText? {
        guard let text else { return nil }
        var terms: [SQLText] = []
        for part in try FilterList.split(text[...]) { terms.append(try term(part, of: table)) }
        guard terms.count <= 64 else { throw .badRequest("bad_order", "order names more than 64 columns.") }
        var order = SQLText()
        order.list(terms) { $0 += $1 }
        return order
    }

    private static func term(_ part: Substring, of table: TableSchema) throws(RESTError) -> SQLText {
        var name = part
        var nulls: StaticString = ""
        var direction: StaticString = ""
        for (word, sql) in [(".nullsfirst", " NULLS FIRST"), (".nullslast", " NULLS LAST")] as [(String, StaticString)]
        where name.hasSuffix(word) {
            nulls = sql
            name = name.dropLast(word.count)
        }
        for (word, sql) in [(".desc", " DESC"), (".asc", " ASC")] as [(String, StaticString)] where name.hasSuffix(word)
        {
            direction = sql
            name = name.dropLast(word.count)
            break
        }
        let column: ColumnSchema
        do {
            column = try table.column(FilterList.unquote(name))
        } catch {
            throw .badRequest(
                "bad_order",
                "order has \(RESTError.quoted(String(part))), which is no column with .asc, .desc, "
                    + ".nullsfirst or .nullslast.", hint: error.hint)
        }
        var term = SQLText()
        term.name(column)
        term += direction
        term += nulls
        return term
    }
}
