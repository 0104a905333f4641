import Glibc

/// Finds the values of JSON text without building them. Text that it accepts is JSON by
/// [RFC 8259](https://www.rfc-editor.org/rfc/rfc8259), except that strings need not be UTF-8.
package struct JSONScanner {
    /// The deepest nesting that is followed, unless another is given.
    package static let deepest = 512

    package let bytes: UnsafeRawBufferPointer
    /// The number of bytes that were read.
    package internal(set) var position = 0
    /// The reason why the last value or string was not read to its end.
    package internal(set) var flaw: JSONFlaw?
    private let deepest: Int

    package init(_ bytes: UnsafeRawBufferPointer, deepest: Int = JSONScanner.deepest) {
        self.bytes = bytes
        self.deepest = deepest
    }

    /// Whether only white space is left.
    package var isAtEnd: Bool {
        mutating get {
            skipSpace()
            return position == bytes.count
        }
    }

    /// The byte that the next value begins with; nil at the end.
    package var next: UInt8? {
        mutating get {
            skipSpace()
            return position < bytes.count ? bytes[position] : nil
        }
    }

    /// Takes one structural character if it comes next.
    package mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard isAt(character) else { return false }
        position += 1
        return true
    }

    // MARK: Values

    /// Reads a whole number from 0 up to the largest that a JavaScript number holds exactly.
    package mutating func index() -> Int? {
        guard let range = value(), range.count <= 16 else { return nil }
        var number = 0
        for position in range {
            guard case 0x30...0x39 = bytes[position] else { return nil }
            number = number * 10 + Int(bytes[position] - 0x30)
        }
        return number < 1 << 53 ? number : nil
    }

    /// Reads `true` or `false`.
    package mutating func flag() -> Bool? {
        guard let range = value() else { return nil }
        switch bytes[range.lowerBound] {
        case UInt8(ascii: "t"): return true
        case UInt8(ascii: "f"): return false
        default: return nil
        }
    }

    /// Reads a number as its text.
    ///
    /// - Returns: the place of the text, and whether it has neither a fraction nor an exponent; nil for anything but a number.
    package mutating func number() -> (range: Range<Int>, isWhole: Bool)? {
        skipSpace()
        let start = position
        return skipNumber().map { (start..<position, $0) }
    }

    /// Steps over a word, such as `null`, if it comes next.
    package mutating func word(_ word: StaticString) -> Bool {
        skipSpace()
        return skip(word)
    }

    /// Steps over a value of any type, and tells where it lies.
    package mutating func value() -> Range<Int>? {
        skipSpace()
        let start = position
        return skipValue(depth: 0) ? start..<position : nil
    }

    private mutating func skipValue(depth: Int) -> Bool {
        skipSpace()
        guard depth < deepest else { return fail(.depth) }
        guard position < bytes.count else { return fail(.value) }
        switch bytes[position] {
        case UInt8(ascii: "\""): return stringToken() != nil
        case UInt8(ascii: "{"): return skipMembers(depth: depth, end: "}", named: true)
        case UInt8(ascii: "["): return skipMembers(depth: depth, end: "]", named: false)
        case UInt8(ascii: "t"): return skip("true")
        case UInt8(ascii: "f"): return skip("false")
        case UInt8(ascii: "n"): return skip("null")
        default: return skipNumber() != nil
        }
    }

    private mutating func skipMembers(depth: Int, end: Unicode.Scalar, named: Bool) -> Bool {
        position += 1
        if take(end) { return true }
        repeat {
            if named {
                skipSpace()
                guard stringToken() != nil else { return false }
                guard take(":") else { return fail(.colon) }
            }
            guard skipValue(depth: depth + 1) else { return false }
        } while take(",")
        return take(end) || fail(.separator)
    }

    private mutating func skip(_ word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard let start = bytes.baseAddress, bytes.count - position >= count,
            memcmp(start + position, word.utf8Start, count) == 0
        else { return fail(.value) }
        position += count
        return true
    }

    /// Steps over a number. Returns whether it is whole; nil for no number.
    private mutating func skipNumber() -> Bool? {
        let first = position
        if isAt("-") { position += 1 }
        let start = position
        var isWhole = true
        guard skipDigits() else {
            position = first
            fail(.value)
            return nil
        }
        guard bytes[start] != UInt8(ascii: "0") || position == start + 1 else {
            fail(.leadingZero)
            return nil
        }
        if isAt(".") {
            isWhole = false
            position += 1
            guard skipDigits() else {
                fail(.fraction)
                return nil
            }
        }
        if isAt("e") || isAt("E") {
            isWhole = false
            position += 1
            if isAt("+") || isAt("-") { position += 1 }
            guard skipDigits() else {
                fail(.exponent)
                return nil
            }
        }
        return isWhole
    }

    // MARK: Bytes

    /// Records the reason why a value is not read, and returns false.
    @inline(never) @discardableResult
    mutating func fail(_ reason: JSONFlaw.Reason) -> Bool {
        flaw = JSONFlaw(reason: reason, offset: position)
        return false
    }

    func isAt(_ character: Unicode.Scalar) -> Bool {
        position < bytes.count && bytes[position] == UInt8(truncatingIfNeeded: character.value)
    }

    private mutating func skipDigits() -> Bool {
        let start = position
        while position < bytes.count, case 0x30...0x39 = bytes[position] { position += 1 }
        return position > start
    }

    mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }
}
