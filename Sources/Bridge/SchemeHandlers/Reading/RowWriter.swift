import GRDB
import GRDBSQLite

/// Writes the rows of a statement as bytes. A writer is used on one queue at a time.
protocol RowWriter {
    /// The number of rows that were written.
    var rows: Int { get }
    mutating func prepare(_ plan: ReadPlan, _ statement: Statement) throws
    /// Adds rows until there are `size` bytes; false when there are no more rows.
    mutating func fill(_ bytes: inout OutputBytes, upTo size: Int) throws -> Bool
    /// Lets go of the statement.
    mutating func close()
}

/// Writes the columns of a table as they are.
struct TableRowWriter: RowWriter {
    private var encoder: RowEncoder?
    private var statement: Statement?
    private var isFirst = true
    private(set) var rows = 0

    mutating func prepare(_ plan: ReadPlan, _ statement: Statement) {
        encoder = RowEncoder(plan.outputs, format: plan.format, integersAsText: plan.preferences.integersAsText)
        self.statement = statement
    }

    mutating func fill(_ bytes: inout OutputBytes, upTo size: Int) throws -> Bool {
        guard let compiled = statement?.sqliteStatement, var encoder else { return false }
        if isFirst { encoder.begin(&bytes) }
        isFirst = false
        defer {
            rows = encoder.rows
            self.encoder = encoder
        }
        // Whether there is a second row decides about the answer to one that asks for the only one.
        while bytes.count < size || (encoder.isSingle && encoder.rows < 2) {
            let code = sqlite3_step(compiled)
            if code == SQLITE_ROW {
                encoder.append(compiled, to: &bytes)
                continue
            }
            guard code == SQLITE_DONE else {
                throw DatabaseError(
                    resultCode: ResultCode(rawValue: code),
                    message: String(cString: sqlite3_errmsg(sqlite3_db_handle(compiled))))
            }
            encoder.end(&bytes)
            return false
        }
        return true
    }

    mutating func close() { statement = nil }
}
