import HTTPMessages

/// Reads records from JSON text, strictly: no duplicate names, no NUL in strings, only UTF-8, and no number that SQLite could not keep
/// as it is.
struct RecordReader {
    /// The deepest nesting that is followed.
    static let deepest = 128

    struct Failure: Error, Equatable {
        var code: String
        var offset: Int
        var message: String
    }

    private var scanner: JSONScanner

    init(_ bytes: UnsafeBufferPointer<UInt8>) { scanner = JSONScanner(UnsafeRawBufferPointer(bytes)) }

    var isAtEnd: Bool {
        mutating get { scanner.isAtEnd }
    }

    /// Returns the failure that the scanner has found, or one of the text at its position.
    func failure(_ reason: JSONFlaw.Reason) -> Failure {
        let flaw = scanner.flaw(reason)
        return Failure(code: "bad_json", offset: flaw.offset, message: flaw.reason.rawValue)
    }

    private func refusal(_ code: String, _ message: String) -> Failure {
        Failure(code: code, offset: scanner.position, message: message)
    }

    /// Takes one structural character if it comes next.
    mutating func take(_ character: Unicode.Scalar) -> Bool { scanner.take(character) }

    /// Reads the end of the text.
    ///
    /// - Throws: ``Failure`` when anything but white space follows.
    mutating func end() throws(Failure) {
        guard scanner.isAtEnd else { throw failure(.rest) }
    }

    /// Reads an object; its members' values may be nested, and are left as they are written then.
    mutating func members() throws(Failure) -> JSONMembers {
        guard take("{") else { throw failure(.object) }
        var members: JSONMembers = []
        var names: Set<String> = []
        if take("}") { return members }
        repeat {
            let name = try string()
            guard names.insert(name).inserted else {
                throw refusal("duplicate_name", "the name \(RESTError.quoted(name)) comes twice in one object")
            }
            guard take(":") else { throw failure(.colon) }
            members.append((name, try value(depth: 1)))
        } while take(",")
        guard take("}") else { throw failure(.separator) }
        return members
    }

    /// Reads a value.
    mutating func value(depth: Int = 0) throws(Failure) -> RecordValue {
        switch scanner.next {
        case UInt8(ascii: "\""): return .text(try string())
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            let start = scanner.position
            try skipNested(depth: depth)
            return .nested(String(decoding: scanner.bytes[start..<scanner.position], as: UTF8.self))
        case UInt8(ascii: "t") where scanner.word("true"): return .bool(true)
        case UInt8(ascii: "f") where scanner.word("false"): return .bool(false)
        case UInt8(ascii: "n") where scanner.word("null"): return .null
        default: return try number()
        }
    }

    /// Steps over an object or an array, whose names and values are checked as those of records are.
    private mutating func skipNested(depth: Int) throws(Failure) {
        guard depth < Self.deepest else {
            throw refusal("too_deep", "the nesting is deeper than \(Self.deepest)")
        }
        let isObject = scanner.take("{")
        if !isObject { _ = scanner.take("[") }
        let end: Unicode.Scalar = isObject ? "}" : "]"
        if take(end) { return }
        repeat {
            if isObject {
                _ = try string()
                guard take(":") else { throw failure(.colon) }
            }
            switch scanner.next {
            case UInt8(ascii: "{"), UInt8(ascii: "["): try skipNested(depth: depth + 1)
            default: _ = try value()
            }
        } while take(",")
        guard take(end) else { throw failure(.separator) }
    }

    private mutating func string() throws(Failure) -> String {
        guard let token = scanner.token() else { throw failure(.string) }
        guard token.hasEscapes else {
            guard let text = String(validating: scanner.text(of: token), as: UTF8.self) else {
                throw failure(.encoding)
            }
            return text
        }
        let (utf8, half) = scanner.decodingEscapes(of: token)
        guard half == nil else { throw failure(.surrogate) }
        guard !utf8.contains(0) else {
            throw refusal("nul_byte", "a string has a NUL, which ends text in SQLite")
        }
        guard let text = String(validating: utf8, as: UTF8.self) else { throw failure(.encoding) }
        return text
    }

    private mutating func number() throws(Failure) -> RecordValue {
        guard let (range, isWhole) = scanner.number() else { throw failure(.value) }
        let text = String(decoding: scanner.bytes[range], as: UTF8.self)
        if isWhole, let number = Int64(text) { return .integer(number) }
        guard !isWhole, let number = Double(text), number.isFinite else {
            throw refusal("number_too_large", "the number \(RESTError.quoted(text)) is too large for SQLite")
        }
        return .real(number)
    }
}
