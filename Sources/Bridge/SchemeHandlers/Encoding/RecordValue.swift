/// A value of JSON text, with numbers as SQLite would store them.
enum RecordValue: Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    case text(String)
    /// An object or an array, as it is written.
    case nested(String)

    /// The value as JSON text.
    var json: String {
        switch self {
        case .null: return "null"
        case .bool(let flag): return flag ? "true" : "false"
        case .integer(let number): return String(number)
        case .real(let number): return number.description
        case .nested(let text): return text
        case .text(let text):
            var bytes = OutputBytes()
            bytes.appendJSON(text)
            return String(decoding: bytes.take(), as: UTF8.self)
        }
    }

    /// The kind of value, for sentences.
    var kind: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .integer, .real: "a number"
        case .text: "a string"
        case .nested(let text): text.hasPrefix("[") ? "an array" : "an object"
        }
    }
}

/// The members of a JSON object, in their order, each name once.
typealias JSONMembers = [(name: String, value: RecordValue)]
