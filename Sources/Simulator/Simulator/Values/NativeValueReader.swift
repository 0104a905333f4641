import Foundation

/// A parser of JSON text. Source: RFC 8259
struct NativeValueReader {
    private let bytes: [UInt8]
    private let isPlain: Bool
    private var position = 0

    /// - Parameter isPlain: whether the text is ordinary JSON, without forms such as `{"$date": 0}`.
    init(_ bytes: [UInt8], isPlain: Bool = false) {
        self.bytes = bytes
        self.isPlain = isPlain
    }

    /// Parses the whole text.
    mutating func whole() throws(NativeCallError) -> NativeValue {
        let value = try value(depth: 0)
        skipSpace()
        guard position == bytes.count else { throw failure("there is text after the value") }
        return value
    }

    private func failure(_ reason: String) -> NativeCallError {
        NativeCallError("This is not JSON: \(reason) (byte \(position + 1))")
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// Parses the next value.
    ///
    /// - Parameter isLiteral: whether an object keeps its member `$date`, `$number`, `$undefined` or `$object`.
    private mutating func value(depth: Int, isLiteral: Bool = false) throws(NativeCallError) -> NativeValue {
        guard depth <= NativeValue.deepest + 2 else {
            throw NativeCallError("The value is nested more than \(NativeValue.deepest) deep")
        }
        skipSpace()
        switch next {
        case UInt8(ascii: "\"")?: return .string(try string())
        case UInt8(ascii: "{")?: return try object(depth: depth, isLiteral: isLiteral)
        case UInt8(ascii: "[")?: return try array(depth: depth)
        case UInt8(ascii: "t")?: return try word("true", .bool(true))
        case UInt8(ascii: "f")?: return try word("false", .bool(false))
        case UInt8(ascii: "n")?: return try word("null", .null)
        case nil: throw failure("the text ends")
        default: return try number()
        }
    }

    private mutating func word(_ word: StaticString, _ value: NativeValue) throws(NativeCallError) -> NativeValue {
        for index in 0..<word.utf8CodeUnitCount {
            guard next == word.utf8Start[index] else { throw failure("an unknown word") }
            position += 1
        }
        return value
    }

    private mutating func number() throws(NativeCallError) -> NativeValue {
        let start = position
        while let byte = next, (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte) { position += 1 }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        // Double accepts more than JSON's numbers: a leading plus, and a point at either end.
        let digits = text.drop { $0 == "-" }
        guard let number = Double(text), let first = digits.first, first.isNumber, text.last != ".",
            digits.count < 2 || !digits.hasPrefix("0") || !(digits.dropFirst().first?.isNumber ?? false),
            !text.contains(".e"), !text.contains(".E")
        else {
            position = start
            throw failure("an unexpected character")
        }
        return .number(number)
    }

    private mutating func array(depth: Int) throws(NativeCallError) -> NativeValue {
        position += 1
        var elements: [NativeValue] = []
        skipSpace()
        if take("]") { return .array([]) }
        while true {
            elements.append(try value(depth: depth + 1))
            skipSpace()
            if take("]") { return .array(elements) }
            guard take(",") else { throw failure("an array lacks a comma or its end") }
        }
    }

    private mutating func object(depth: Int, isLiteral: Bool) throws(NativeCallError) -> NativeValue {
        position += 1
        var members: [String: NativeValue] = [:]
        skipSpace()
        if take("}") { return .object([:]) }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw failure("an object lacks a name") }
            let name = try string()
            skipSpace()
            guard take(":") else { throw failure("an object lacks a colon") }
            members[name] = try value(depth: depth + 1, isLiteral: name == "$object")
            skipSpace()
            if take("}") {
                if isPlain { return .object(members) }
                if members.count > 1, let inner = members["$object"]?.object {
                    members["$object"] = NativeValue.unescaped(inner)
                }
                return isLiteral ? .object(members) : NativeValue.unescaped(members)
            }
            guard take(",") else { throw failure("an object lacks a comma or its end") }
        }
    }

    private mutating func string() throws(NativeCallError) -> String {
        position += 1
        var text: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text.append(contentsOf: try escape().utf8)
            case ..<0x20: throw failure("a control character in a string")
            default:
                text.append(byte)
                position += 1
            }
        }
        throw failure("a string has no end")
    }

    private mutating func escape() throws(NativeCallError) -> String {
        position += 1
        guard let byte = next else { throw failure("a string has no end") }
        position += 1
        switch byte {
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return String(Unicode.Scalar(byte))
        case UInt8(ascii: "u"):
            let first = try unit()
            guard first & 0xFC00 == 0xD800, next == UInt8(ascii: "\\"), position + 1 < bytes.count,
                bytes[position + 1] == UInt8(ascii: "u")
            else { return String(decoding: [first], as: UTF16.self) }
            let start = position
            position += 2
            let second = try unit()
            if second & 0xFC00 == 0xDC00 { return String(decoding: [first, second], as: UTF16.self) }
            position = start
            return "\u{FFFD}"
        default: throw failure("an unknown escape in a string")
        }
    }

    private mutating func unit() throws(NativeCallError) -> UInt16 {
        let digits = bytes[position...].prefix(4)
        guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw failure("an unknown escape in a string") }
        position += 4
        return unit
    }
}
