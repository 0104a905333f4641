import Foundation
import HTTPMessages

/// Finds the values of JSON text without building them. Text that it accepts is JSON; numbers are checked by their
/// characters only.
struct JSONScanner {
    /// The deepest nesting that is followed.
    static let deepest = 512
    /// Whether a value was not followed to its end because it is nested deeper.
    private(set) var isTooDeep = false
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Whether only white space is left.
    var isAtEnd: Bool {
        mutating get {
            skipSpace()
            return position == bytes.count
        }
    }

    /// Takes one structural character if it comes next.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(truncatingIfNeeded: character.value) else {
            return false
        }
        position += 1
        return true
    }

    /// Reads a string.
    mutating func string() -> String? {
        skipSpace()
        guard let (range, hasEscapes) = stringRange() else { return nil }
        return hasEscapes
            ? try? JSONText.decode(String.self, from: Data(bytes[range]))
            : String(decoding: inner(range), as: UTF8.self)
    }

    /// Reads a string as its bytes.
    mutating func utf8() -> Data? {
        skipSpace()
        guard let (range, hasEscapes) = stringRange() else { return nil }
        return hasEscapes
            ? (try? JSONText.decode(String.self, from: Data(bytes[range]))).map { Data($0.utf8) }
            : Data(inner(range))
    }

    /// Reads a string of Base64.
    mutating func base64() -> Data? {
        skipSpace()
        return stringRange().flatMap { Data(base64Encoded: Data(inner($0.range))) }
    }

    /// Reads a whole number from 0 up to the largest that a JavaScript number holds exactly.
    mutating func index() -> Int? {
        guard let range = value(), range.count <= 16 else { return nil }
        var number = 0
        for position in range {
            guard case 0x30...0x39 = bytes[position] else { return nil }
            number = number * 10 + Int(bytes[position] - 0x30)
        }
        return number < 1 << 53 ? number : nil
    }

    /// Reads `true` or `false`.
    mutating func flag() -> Bool? {
        guard let range = value() else { return nil }
        switch bytes[range.lowerBound] {
        case UInt8(ascii: "t"): return true
        case UInt8(ascii: "f"): return false
        default: return nil
        }
    }

    /// Steps over a value of any type, and tells where it lies.
    mutating func value() -> Range<Int>? {
        skipSpace()
        let start = position
        return skipValue(depth: 0) ? start..<position : nil
    }

    private mutating func skipValue(depth: Int) -> Bool {
        skipSpace()
        isTooDeep = depth >= Self.deepest
        guard !isTooDeep, position < bytes.count else { return false }
        switch bytes[position] {
        case UInt8(ascii: "\""): return stringRange() != nil
        case UInt8(ascii: "{"): return skipMembers(depth: depth, end: "}", named: true)
        case UInt8(ascii: "["): return skipMembers(depth: depth, end: "]", named: false)
        case UInt8(ascii: "t"): return skip("true")
        case UInt8(ascii: "f"): return skip("false")
        case UInt8(ascii: "n"): return skip("null")
        default: return skipNumber()
        }
    }

    private mutating func skipMembers(depth: Int, end: Unicode.Scalar, named: Bool) -> Bool {
        position += 1
        if take(end) { return true }
        repeat {
            if named {
                skipSpace()
                guard stringRange() != nil, take(":") else { return false }
            }
            guard skipValue(depth: depth + 1) else { return false }
        } while take(",")
        return take(end)
    }

    /// Steps over a string, and tells where it lies, quotes included.
    private mutating func stringRange() -> (range: Range<Int>, hasEscapes: Bool)? {
        let start = position
        guard isAt("\"") else { return nil }
        position += 1
        var hasEscapes = false
        while true {
            skipPlainText()
            guard position < bytes.count else { return nil }
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return (start..<position, hasEscapes)
            case UInt8(ascii: "\\"):
                guard let length = escapeLength() else { return nil }
                hasEscapes = true
                position += length
            case 0..<0x20: return nil
            default: position += 1
            }
        }
    }

    /// Steps over bytes that stand for themselves in a string, 8 at a time, up to one that does not or to the last 7 bytes.
    private mutating func skipPlainText() {
        while bytes.count - position >= 8 {
            let next = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            let special =
                Self.zeros(in: next ^ Self.ones &* 0x22) | Self.zeros(in: next ^ Self.ones &* 0x5C)
                | ((next &- Self.ones &* 0x20) & ~next & Self.highBits)
            if special != 0 {
                position += special.trailingZeroBitCount / 8
                return
            }
            position += 8
        }
    }

    /// A 1 in each of 8 bytes. A stored constant would be looked up anew in each step.
    private static var ones: UInt64 { 0x0101_0101_0101_0101 }
    /// The highest bit of each of 8 bytes.
    private static var highBits: UInt64 { 0x8080_8080_8080_8080 }

    /// Returns a number whose lowest bit is in the first byte of 8 that is 0; or 0 where none is.
    private static func zeros(in bytes: UInt64) -> UInt64 { (bytes &- ones) & ~bytes & highBits }

    /// The bytes between the quotes of a string.
    private func inner(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[(range.lowerBound + 1)..<(range.upperBound - 1)])
    }

    private mutating func skip(_ word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard let start = bytes.baseAddress, bytes.count - position >= count,
            memcmp(start + position, word.utf8Start, count) == 0
        else { return false }
        position += count
        return true
    }

    /// Returns how many bytes the escape at the position has, or nil where JSON has no such escape.
    private func escapeLength() -> Int? {
        guard position + 1 < bytes.count else { return nil }
        switch bytes[position + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return 2
        case UInt8(ascii: "u"):
            guard position + 6 <= bytes.count else { return nil }
            return bytes[(position + 2)..<(position + 6)].allSatisfy { Unicode.Scalar($0).properties.isASCIIHexDigit }
                ? 6 : nil
        default: return nil
        }
    }

    private mutating func skipNumber() -> Bool {
        if isAt("-") { position += 1 }
        let start = position
        guard skipDigits(), bytes[start] != UInt8(ascii: "0") || position == start + 1 else { return false }
        if isAt(".") {
            position += 1
            guard skipDigits() else { return false }
        }
        if isAt("e") || isAt("E") {
            position += 1
            if isAt("+") || isAt("-") { position += 1 }
            guard skipDigits() else { return false }
        }
        return true
    }

    private func isAt(_ character: Unicode.Scalar) -> Bool {
        position < bytes.count && bytes[position] == UInt8(truncatingIfNeeded: character.value)
    }

    private mutating func skipDigits() -> Bool {
        let start = position
        while position < bytes.count, case 0x30...0x39 = bytes[position] { position += 1 }
        return position > start
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }
}
