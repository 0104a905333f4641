import GRDB

/// Turns query items into the condition of a `WHERE`.
struct FilterParser {
    /// Names of items that are no columns. A column of such a name is written in quotes: `"order"=eq.1`.
    static let reserved: Set<String> = ["select", "order", "limit", "offset", "on_conflict", "subscribe", "columns"]
    private static let mostConditions = 256
    private static let mostListed = 10_000
    private static let longestPattern = 1000
    private static let deepest = 16

    let table: TableSchema
    private var conditions = 0

    init(_ table: TableSchema) { self.table = table }

    /// Returns the conditions of all items that are filters, joined by AND; nil where there is none.
    mutating func condition(_ items: [ResourceAddress.Item]) throws(RESTError) -> SQLText? {
        var all: [SQLText] = []
        for item in items where !Self.reserved.contains(item.name) { all.append(try condition(item)) }
        return Self.join(all, " AND ")
    }

    private static func join(_ conditions: [SQLText], _ word: StaticString) -> SQLText? {
        guard !conditions.isEmpty else { return nil }
        var joined = SQLText()
        joined.list(conditions, separator: word) { $0 += $1 }
        return joined
    }

    private mutating func condition(_ item: ResourceAddress.Item) throws(RESTError) -> SQLText {
        let value = item.value ?? ""
        switch item.name {
        case "and", "or", "not.and", "not.or": return try group(item.name, value[...], depth: 0)
        default:
            return try condition(table.column(Self.unquoted(item.name)), value[...])
        }
    }

    private static func unquoted(_ name: String) -> String {
        name.count > 1 && name.hasPrefix("\"") && name.hasSuffix("\"") ? String(name.dropFirst().dropLast()) : name
    }

    // MARK: Groups: or=(price.gt.10,and(name.eq.x,stock.is.null))

    private mutating func group(_ name: String, _ text: Substring, depth: Int) throws(RESTError) -> SQLText {
        guard depth < Self.deepest else {
            throw .badRequest("too_deep", "The filter has groups in more than \(Self.deepest) groups.")
        }
        guard text.hasPrefix("("), text.hasSuffix(")"), text.count > 2 else {
            throw .badRequest(
                "bad_filter", "\(name) takes conditions in parentheses.",
                hint: "Write \(name)=(price.gt.10,name.eq.tea).")
        }
        var parts: [SQLText] = []
        for part in try FilterList.split(text.dropFirst().dropLast()) {
            if let open = part.firstIndex(of: "("), ["and", "or", "not.and", "not.or"].contains(part[..<open]) {
                parts.append(try group(String(part[..<open]), part[open...], depth: depth + 1))
            } else {
                let (column, rest) = try Self.splitColumn(part)
                parts.append(try condition(table.column(column), rest))
            }
        }
        var text = SQLText()
        text += name.hasPrefix("not.") ? "NOT (" : "("
        let isOr = name.hasSuffix("or")
        text.list(parts, separator: isOr ? " OR " : " AND ") { $0 += $1 }
        text += ")"
        return text
    }

    private static func splitColumn(_ part: Substring) throws(RESTError) -> (String, Substring) {
        if part.hasPrefix("\""), let end = part.dropFirst().firstIndex(of: "\"") {
            let rest = part[part.index(after: end)...]
            if rest.hasPrefix(".") { return (String(part[part.index(after: part.startIndex)..<end]), rest.dropFirst()) }
        } else if let dot = part.firstIndex(of: ".") {
            return (String(part[..<dot]), part[part.index(after: dot)...])
        }
        throw .badRequest(
            "bad_filter", "\(RESTError.quoted(String(part))) is no condition.", hint: "Write column.operator.value.")
    }

    // MARK: One condition: not.eq.tea

    private mutating func condition(_ column: ColumnSchema, _ text: Substring) throws(RESTError) -> SQLText {
        conditions += 1
        guard conditions <= Self.mostConditions else {
            throw .badRequest("too_many_items", "The filter has more than \(Self.mostConditions) conditions.")
        }
        if text.hasPrefix("not."), let (kind, value) = try Self.splitOperator(text.dropFirst(4)) {
            var condition = SQLText()
            condition += "NOT ("
            condition += try comparison(column, kind, value)
            condition += ")"
            return condition
        }
        guard let (kind, value) = try Self.splitOperator(text) else { return try comparison(column, .eq, text) }
        return try comparison(column, kind, value)
    }

    /// Returns the operator that the text begins with; nil where it is a plain value.
    private static func splitOperator(_ text: Substring) throws(RESTError) -> (FilterOperator, Substring)? {
        guard let dot = text.firstIndex(of: ".") else { return nil }
        let word = String(text[..<dot])
        guard !FilterOperator.missing.contains(word) else {
            throw .badRequest(
                "unknown_operator", "SQLite has no operator \(word).",
                hint: "To compare with text that begins like this, write eq. before it.")
        }
        return FilterOperator(rawValue: word).map { ($0, text[text.index(after: dot)...]) }
    }

    private func comparison(
        _ column: ColumnSchema, _ kind: FilterOperator, _ value: Substring
    ) throws(RESTError) -> SQLText {
        var text = SQLText()
        text.name(column)
        switch kind {
        case .is: text += try Self.truth(value)
        case .in:
            guard value.hasPrefix("("), value.hasSuffix(")"), value.count >= 2 else {
                throw .badRequest("bad_filter", "in takes a list in parentheses.", hint: "Write in.(tea,coffee).")
            }
            let inner = value.dropFirst().dropLast()
            let items = inner.isEmpty ? [] : try FilterList.split(inner)
            guard items.count <= Self.mostListed else {
                throw .badRequest("too_many_items", "The list has more than \(Self.mostListed) values.")
            }
            var values: [DatabaseValue] = []
            for item in items { values.append(try column.value(ofText: FilterList.unquote(item))) }
            text += " IN ("
            text.list(values) { $0.bind($1) }
            text += ")"
        case .like, .ilike:
            guard value.utf8.count <= Self.longestPattern else {
                throw .badRequest("pattern_too_long", "A pattern may have \(Self.longestPattern) bytes.")
            }
            text += kind.comparison ?? ""
            let pattern = String(value)
            text.bind((kind == .like ? FilterPattern.glob(pattern) : FilterPattern.like(pattern)).databaseValue)
            if kind == .ilike { text += " ESCAPE '\\'" }
        case .eq, .neq, .gt, .gte, .lt, .lte:
            text += kind.comparison ?? ""
            text.bind(try column.value(ofText: String(value)))
        }
        return text
    }

    private static func truth(_ value: Substring) throws(RESTError) -> StaticString {
        switch value.lowercased() {
        case "null", "unknown": return " IS NULL"
        case "not_null": return " IS NOT NULL"
        case "true": return " IS TRUE"
        case "false": return " IS FALSE"
        default:
            throw .badRequest(
                "bad_filter", "is takes no \(RESTError.quoted(String(value))).",
                hint: "There are: null, not_null, true, false.")
        }
    }
}
