/// Reads JSON text by [RFC 8259](https://www.rfc-editor.org/rfc/rfc8259), strictly: no duplicate names, no NUL in strings, no
/// number that SQLite could not keep as it is.
struct JSONReader {
    /// The deepest nesting that is followed.
    static let deepest = 128

    struct Failure: Error, Equatable {
        var code: String
        var offset: Int
        var message: String
    }

    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    var isAtEnd: Bool {
        mutating get {
            skipSpace()
            return position == bytes.count
        }
    }

    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    func failure(_ message: String, code: String = "bad_json") -> Failure {
        Failure(code: code, offset: position, message: message)
    }

    mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    /// Takes one structural character if it comes next.
    mutating func take(_ character: UInt8) -> Bool {
        skipSpace()
        guard next == character else { return false }
        position += 1
        return true
    }

    /// Reads the end of the text.
    ///
    /// - Throws: ``Failure`` when anything but white space follows.
    mutating func end() throws(Failure) {
        guard isAtEnd else { throw failure("there is more after the value") }
    }

    /// Reads an object; its members' values may be nested, and are left as they are written then.
    mutating func members() throws(Failure) -> JSONMembers {
        guard take(UInt8(ascii: "{")) else { throw failure("an object should begin here") }
        var members: JSONMembers = []
        var names: Set<String> = []
        if take(UInt8(ascii: "}")) { return members }
        repeat {
            skipSpace()
            let name = try string()
            guard names.insert(name).inserted else {
                throw failure("the name \(RESTError.quoted(name)) comes twice in one object", code: "duplicate_name")
            }
            guard take(UInt8(ascii: ":")) else { throw failure("a colon should follow the name") }
            members.append((name, try value(depth: 1)))
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw failure("a comma or } should follow the value") }
        return members
    }

    /// Reads a value.
    mutating func value(depth: Int = 0) throws(Failure) -> RecordValue {
        skipSpace()
        switch next {
        case UInt8(ascii: "\""): return .text(try string())
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            let start = position
            try skipNested(depth: depth)
            return .nested(String(decoding: bytes[start..<position], as: UTF8.self))
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func skipNested(depth: Int) throws(Failure) {
        guard depth < Self.deepest else {
            throw failure("the nesting is deeper than \(Self.deepest)", code: "too_deep")
        }
        let isObject = next == UInt8(ascii: "{")
        let end = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
        position += 1
        if take(end) { return }
        repeat {
            skipSpace()
            if isObject {
                _ = try string()
                guard take(UInt8(ascii: ":")) else { throw failure("a colon should follow the name") }
                skipSpace()
            }
            if next == UInt8(ascii: "{") || next == UInt8(ascii: "[") {
                try skipNested(depth: depth + 1)
            } else {
                _ = try value()
            }
        } while take(UInt8(ascii: ","))
        guard take(end) else { throw failure("a comma or the end should follow the value") }
    }

    private mutating func word(_ word: StaticString, _ value: RecordValue) throws(Failure) -> RecordValue {
        let text = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard bytes.count - position >= text.count, bytes[position..<position + text.count].elementsEqual(text) else {
            throw failure("a value should begin here")
        }
        position += text.count
        return value
    }

    private mutating func number() throws(Failure) -> RecordValue {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        let firstDigit = position
        guard skipDigits() else {
            position = start
            throw failure("a value should begin here")
        }
        if bytes[firstDigit] == UInt8(ascii: "0"), position > firstDigit + 1 { throw failure("a number begins with 0") }
        var isWhole = true
        if next == UInt8(ascii: ".") {
            isWhole = false
            position += 1
            guard skipDigits() else { throw failure("digits should follow the point") }
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            isWhole = false
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            guard skipDigits() else { throw failure("digits should follow the exponent") }
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isWhole, let number = Int64(text) { return .integer(number) }
        guard !isWhole, let number = Double(text), number.isFinite else {
            throw failure("the number \(RESTError.quoted(text)) is too large for SQLite", code: "number_too_large")
        }
        return .real(number)
    }

    private mutating func skipDigits() -> Bool {
        let start = position
        while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
        return position > start
    }
}
