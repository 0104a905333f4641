import Foundation
import GRDB

/// The changes that a request made.
struct WriteOutcome: Sendable {
    var affected = 0
    /// The rows as they are now, or as they were before a deletion.
    var representation: Data?
    /// The primary key of the only row that was inserted.
    var key: [String]?
    var isCreated = false
}

/// Rows that a change gives back, as the page wants them.
final class Representation {
    /// SQLite holds them all at once, and so does the answer.
    private static let mostBytes = 64 << 20

    private var encoder: RowEncoder
    private var bytes = OutputBytes(capacity: 4096)
    private let format: ResponseFormat

    init(_ outputs: [OutputColumn], format: ResponseFormat, preferences: RequestPreferences) {
        encoder = RowEncoder(outputs, format: format, integersAsText: preferences.integersAsText)
        self.format = format
        encoder.begin(&bytes)
    }

    func append(_ statement: Statement) throws {
        encoder.append(statement.sqliteStatement, to: &bytes)
        guard bytes.count <= Self.mostBytes else {
            throw RESTError(
                status: 413, code: "representation_too_large",
                message: "The changed rows come to more than \(Self.mostBytes >> 20) MiB; nothing was changed.",
                hint: "Leave out Prefer: return=representation.")
        }
    }

    func end() throws -> Data {
        guard format != .object || encoder.rows == 1 else {
            throw RESTError(
                status: 406, code: "not_single",
                message: "The change is one of \(encoder.rows) rows; nothing was changed.",
                hint: "Accept application/json.")
        }
        encoder.end(&bytes)
        return bytes.take()
    }
}
