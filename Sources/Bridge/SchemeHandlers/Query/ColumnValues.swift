import Foundation
import GRDB

extension ColumnSchema {
    /// Returns the value that a filter's text stands for in this column.
    ///
    /// - Throws: a 400 where the column could never hold it.
    func value(ofText text: String) throws(RESTError) -> DatabaseValue {
        if holdsBytes {
            guard let data = Data(base64Encoded: text) else { throw refusal(of: RESTError.quoted(text), "Base64") }
            return data.databaseValue
        }
        switch affinity {
        case .integer, .real:
            guard Self.isNumber(text) else { throw refusal(of: RESTError.quoted(text), "a number") }
        case .blob:
            // Nothing is said about the column, so SQLite would not take digits for a number.
            if let number = Int64(text) { return number.databaseValue }
            if Self.isNumber(text), let number = Double(text) { return number.databaseValue }
        case .text, .numeric: break
        }
        return text.databaseValue
    }

    /// Returns the value that JSON stands for in this column.
    ///
    /// - Throws: a 400 where the column cannot hold it.
    func value(of json: RecordValue) throws(RESTError) -> DatabaseValue {
        if json == .null { return .null }
        if holdsJSON { return json.json.databaseValue }
        switch json {
        case .null: return .null
        case .bool(let flag): return (flag ? 1 : 0).databaseValue
        case .integer(let number): return number.databaseValue
        case .real(let number): return number.databaseValue
        case .text(let text):
            guard holdsBytes else { return text.databaseValue }
            guard let data = Data(base64Encoded: text) else { throw refusal(of: RESTError.quoted(text), "Base64") }
            return data.databaseValue
        case .nested:
            throw .badRequest(
                "bad_value", "The column \(name) takes no object and no array.",
                hint: "Declare it as JSON, or send a string with JSON.stringify.")
        }
    }

    private func refusal(of text: String, _ wanted: String) -> RESTError {
        .badRequest("bad_value", "The column \(name) (\(declaredType)) takes \(wanted), not \(text).")
    }

    private static func isNumber(_ text: String) -> Bool {
        // Double would also take “inf”, “nan” and hexadecimal.
        text.utf8.count < 400 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
            && Double(text)?.isFinite == true
    }
}
