import Foundation
import GRDB

/// Changes rows of a table, inside one transaction.
struct TableWriter {
    let db: Database
    let table: TableSchema
    let request: ResourceRequest
    let outputs: [OutputColumn]
    var outcome = WriteOutcome()
    private let representation: Representation?
    private var statements: [[String]: Statement] = [:]

    init(_ db: Database, _ table: TableSchema, _ request: ResourceRequest) throws {
        self.db = db
        self.table = table
        self.request = request
        for item in request.items where ["order", "limit", "offset"].contains(item.name) {
            throw RESTError.badRequest("bad_item", "\(item.name) has no meaning for \(request.method.rawValue).")
        }
        outputs = try RowSelection(request.items, of: table).outputs
        guard request.preferences.returns == .representation else {
            representation = nil
            return
        }
        representation = Representation(
            outputs, format: try ResponseFormat(accept: request.accept), preferences: request.preferences)
    }

    /// Returns the outcome of the request.
    mutating func end() throws -> WriteOutcome {
        if let most = request.preferences.mostAffected, outcome.affected > most {
            throw RESTError.badRequest(
                "too_many_affected", "\(outcome.affected) rows would change, and max-affected is \(most); none did.")
        }
        var outcome = outcome
        outcome.representation = try representation?.end()
        return outcome
    }

    // MARK: Values

    /// Returns the columns and values of a record.
    func values(_ members: JSONMembers, isCSV: Bool = false) throws -> [(column: ColumnSchema, value: DatabaseValue)] {
        try members.map { name, json in
            let column = try table.column(name)
            guard !column.isGenerated else {
                throw RESTError.badRequest("generated_column", "The column \(column.name) is computed from others.")
            }
            if isCSV, column.holdsJSON, case .text(let text) = json { return (column, text.databaseValue) }
            return (column, try column.value(of: json))
        }
    }

    // MARK: Inserting

    /// Adds a row, or changes the one that it conflicts with where duplicates are to be merged.
    mutating func insert(
        _ values: [(column: ColumnSchema, value: DatabaseValue)], conflict: Conflict?, wantsKey: Bool
    ) throws {
        let columns = values.map(\.column)
        let shape = columns.map(\.name)
        let statement: Statement
        if let prepared = statements[shape] {
            statement = prepared
        } else {
            let sql = insertion(columns, conflict, wantsKey: wantsKey)
            statement = try db.makeStatement(sql: sql.sql)
            if statements.count >= 64 { statements = [:] }
            statements[shape] = statement
        }
        let key = try run(statement, values.map(\.value), wantsKey: wantsKey)
        if let key { outcome.key = key }
    }

    private func insertion(_ columns: [ColumnSchema], _ conflict: Conflict?, wantsKey: Bool) -> SQLText {
        var text = SQLText()
        text += "INSERT INTO "
        text.name(table)
        if columns.isEmpty {
            text += " DEFAULT VALUES"
        } else {
            text += " ("
            text.names(columns)
            text += ") VALUES ("
            text.list(columns) { text, _ in text.bind(.null) }
            text += ")"
            if let conflict { text += conflict.clause(inserting: columns) }
        }
        text += returning(wantsKey: wantsKey)
        return text
    }

    /// Returns the SQL `RETURNING` with the columns of the representation, then those of the key.
    func returning(wantsKey: Bool = false) -> SQLText {
        var columns = representation == nil ? [] : outputs.map(\.column)
        if wantsKey { columns += table.primaryKey }
        var text = SQLText()
        guard !columns.isEmpty else { return text }
        text += " RETURNING "
        text.names(columns)
        return text
    }

    /// Runs a change by GRDB, which tells observers of it. Returns the key of its last row, where that is wanted.
    @discardableResult
    mutating func run(_ statement: Statement, _ values: [DatabaseValue], wantsKey: Bool = false) throws -> [String]? {
        guard representation != nil || wantsKey else {
            try statement.execute(arguments: StatementArguments(values))
            outcome.affected += db.changesCount
            return nil
        }
        let offset = representation == nil ? 0 : outputs.count
        let keyCount = wantsKey ? table.primaryKey.count : 0
        var key: [String]?
        let rows = try Row.fetchCursor(statement, arguments: StatementArguments(values))
        while let row = try rows.next() {
            try representation?.append(statement)
            if keyCount > 0 { key = (offset..<offset + keyCount).map { Self.segment(row[$0]) } }
        }
        outcome.affected += db.changesCount
        return key
    }

    /// Returns a value of a key as a filter would read it back.
    static func segment(_ value: DatabaseValue) -> String {
        switch value.storage {
        case .null: ""
        case .int64(let number): String(number)
        case .double(let number): number.description
        case .string(let text): text
        case .blob(let data): data.base64EncodedString()
        }
    }
}

/// The treatment of a row whose key exists already.
struct Conflict {
    /// The columns of the key.
    var target: [ColumnSchema]
    /// Nil keeps the row that is there; else these columns are replaced, of those that the statement inserts unless all are meant.
    var replaces: Replacement?

    enum Replacement: Equatable { case given, all([ColumnSchema]) }

    func clause(inserting columns: [ColumnSchema]) -> SQLText {
        var text = SQLText()
        text += " ON CONFLICT ("
        text.names(target)
        text += ")"
        let replaced =
            switch replaces {
            case nil: [] as [ColumnSchema]
            case .given: columns.filter { !target.contains($0) }
            case .all(let all): all.filter { !target.contains($0) && !$0.isGenerated }
            }
        guard !replaced.isEmpty else {
            text += " DO NOTHING"
            return text
        }
        text += " DO UPDATE SET "
        text.list(replaced) {
            $0.name($1)
            $0 += " = \"excluded\"."
            $0.name($1)
        }
        return text
    }
}
