import GRDBSQLite

/// Writes the rows of a stepped statement, straight from SQLite's memory.
struct RowEncoder {
    private let columns: [Column]
    private let integersAsText: Bool
    private var framing: RowFraming
    private var format: ResponseFormat { framing.format }
    var rows: Int { framing.rows }
    var isSingle: Bool { format == .object }

    private struct Column {
        /// The bytes before the value: a brace or comma, and the name.
        var prefix: [UInt8]
        var kind: ValueKind
    }

    /// The declared type of a column, as far as it matters to how values are written.
    enum ValueKind { case plain, json, real }

    /// The largest integer up to which JavaScript numbers hold all integers exactly.
    private static let largestExact: Int64 = 9_007_199_254_740_991

    init(_ outputs: [OutputColumn], format: ResponseFormat, integersAsText: Bool) {
        framing = RowFraming(format: format, labels: outputs.map(\.label))
        self.integersAsText = integersAsText
        columns = outputs.enumerated().map { index, output in
            var prefix = OutputBytes()
            if format == .csv {
                if index > 0 { prefix.append(UInt8(ascii: ",")) }
            } else {
                prefix.append(index == 0 ? "{" : ",")
                prefix.appendJSON(output.label)
                prefix.append(UInt8(ascii: ":"))
            }
            return Column(prefix: Array(prefix.take()), kind: Self.kind(of: output.column))
        }
    }

    private static func kind(of column: ColumnSchema) -> ValueKind {
        column.holdsJSON ? .json : column.affinity == .real ? .real : .plain
    }

    /// Writes the bytes before the first row.
    func begin(_ bytes: inout OutputBytes) { framing.begin(&bytes) }

    /// Writes the bytes after the last row.
    func end(_ bytes: inout OutputBytes) { framing.end(&bytes) }

    /// Writes the statement's row.
    mutating func append(_ statement: OpaquePointer, to bytes: inout OutputBytes) {
        framing.beginRow(&bytes)
        for index in columns.indices {
            columns[index].prefix.withUnsafeBufferPointer { bytes.append($0) }
            if format == .csv {
                appendCSV(statement, Int32(index), columns[index].kind, &bytes)
            } else {
                appendJSON(statement, Int32(index), columns[index].kind, &bytes)
            }
        }
        if format != .csv { bytes.append(UInt8(ascii: "}")) }
        framing.endRow(&bytes)
    }

    /// Writes one value as JSON.
    func appendJSON(
        _ statement: OpaquePointer, _ index: Int32, _ kind: ValueKind, _ bytes: inout OutputBytes
    ) {
        switch sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER where kind == .real:
            // RETURNING shows whole numbers as SQLite stores them, not as the column gives them.
            bytes.append(sqlite3_column_double(statement, index))
        case SQLITE_INTEGER:
            let number = sqlite3_column_int64(statement, index)
            if integersAsText, number.magnitude > UInt64(Self.largestExact) {
                bytes.append(UInt8(ascii: "\""))
                bytes.append(number)
                bytes.append(UInt8(ascii: "\""))
            } else {
                bytes.append(number)
            }
        case SQLITE_FLOAT: bytes.append(sqlite3_column_double(statement, index))
        case SQLITE_TEXT:
            let text = Self.text(statement, index)
            if kind == .json, Self.isJSON(text) { bytes.append(text) } else { bytes.appendJSON(text) }
        case SQLITE_BLOB:
            bytes.append(UInt8(ascii: "\""))
            bytes.append(base64: Self.blob(statement, index))
            bytes.append(UInt8(ascii: "\""))
        default: bytes.append("null")
        }
    }

    private func appendCSV(_ statement: OpaquePointer, _ index: Int32, _ kind: ValueKind, _ bytes: inout OutputBytes) {
        switch sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER where kind != .real: bytes.append(sqlite3_column_int64(statement, index))
        case SQLITE_INTEGER, SQLITE_FLOAT: bytes.append(sqlite3_column_double(statement, index))
        case SQLITE_TEXT: bytes.appendCSV(Self.text(statement, index))
        case SQLITE_BLOB:
            let blob = Self.blob(statement, index)
            if blob.isEmpty { bytes.append("\"\"") } else { bytes.append(base64: blob) }
        default: break
        }
    }

    private static func isJSON(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard String(validating: text, as: UTF8.self) != nil else { return false }
        var reader = RecordReader(text)
        return (try? reader.value()) != nil && reader.isAtEnd
    }

    private static func text(_ statement: OpaquePointer, _ index: Int32) -> UnsafeBufferPointer<UInt8> {
        let start = sqlite3_column_text(statement, index)
        return UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, index)))
    }

    private static func blob(_ statement: OpaquePointer, _ index: Int32) -> UnsafeBufferPointer<UInt8> {
        let start = sqlite3_column_blob(statement, index)?.assumingMemoryBound(to: UInt8.self)
        return UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, index)))
    }
}
