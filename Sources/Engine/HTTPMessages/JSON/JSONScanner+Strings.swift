package import Foundation

/// A string of JSON text: the place between its quotes, and whether it has escapes.
package struct JSONStringToken {
    package let inner: Range<Int>
    package let hasEscapes: Bool
}

extension JSONScanner {
    /// Reads a string. Half a surrogate pair makes it unreadable.
    package mutating func string() -> String? {
        guard let token = token() else { return nil }
        guard token.hasEscapes else { return String(decoding: text(of: token), as: UTF8.self) }
        return unescaped(token).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Reads a string as its bytes.
    package mutating func utf8() -> Data? {
        guard let token = token() else { return nil }
        return token.hasEscapes ? unescaped(token).map { Data($0) } : Data(text(of: token))
    }

    /// Reads a string of Base64.
    package mutating func base64() -> Data? { token().flatMap { Data(base64Encoded: Data(text(of: $0))) } }

    /// Steps over a string, and tells where it lies.
    package mutating func token() -> JSONStringToken? {
        skipSpace()
        return stringToken()
    }

    /// The bytes between the quotes of a string, escapes as they are written.
    package func text(of token: JSONStringToken) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[token.inner])
    }

    private mutating func unescaped(_ token: JSONStringToken) -> [UInt8]? {
        let (utf8, half) = decodingEscapes(of: token)
        guard let half else { return utf8 }
        flaw = JSONFlaw(reason: .surrogate, offset: half)
        return nil
    }

    /// Decodes the escapes of a string.
    ///
    /// - Returns: the UTF-8, in which U+FFFD stands for half a surrogate pair, and the place of the first such half.
    package func decodingEscapes(of token: JSONStringToken) -> (utf8: [UInt8], half: Int?) {
        var (utf8, half) = ([UInt8](), Int?.none)
        utf8.reserveCapacity(token.inner.count)
        var index = token.inner.lowerBound
        let end = token.inner.upperBound
        while index < end {
            let escape = nextBackslash(from: index, before: end) ?? end
            utf8.append(contentsOf: bytes[index..<escape])
            guard escape < end else { break }
            index = escape + 2
            switch bytes[escape + 1] {
            case UInt8(ascii: "b"): utf8.append(8)
            case UInt8(ascii: "f"): utf8.append(12)
            case UInt8(ascii: "n"): utf8.append(10)
            case UInt8(ascii: "r"): utf8.append(13)
            case UInt8(ascii: "t"): utf8.append(9)
            case UInt8(ascii: "u"):
                let (scalar, length) = scalar(at: escape, before: end)
                index = escape + length
                if scalar == nil, half == nil { half = escape }
                utf8.append(contentsOf: String(scalar ?? "\u{FFFD}").utf8)
            case let character: utf8.append(character)
            }
        }
        return (utf8, half)
    }

    private func nextBackslash(from index: Int, before end: Int) -> Int? {
        guard let start = bytes.baseAddress else { return nil }
        return memchr(start + index, 0x5C, end - index).map { UnsafeRawPointer($0) - start }
    }

    /// Returns the character of an escape `\u`, nil for half a surrogate pair, and the number of its bytes.
    private func scalar(at escape: Int, before end: Int) -> (Unicode.Scalar?, length: Int) {
        let first = UInt32(codeUnit(at: escape + 2))
        if let scalar = Unicode.Scalar(first) { return (scalar, 6) }
        guard first < 0xDC00, escape + 12 <= end, bytes[escape + 6] == UInt8(ascii: "\\"),
            bytes[escape + 7] == UInt8(ascii: "u")
        else { return (nil, 6) }
        let second = UInt32(codeUnit(at: escape + 8))
        guard 0xDC00...0xDFFF ~= second else { return (nil, 6) }
        return (Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)), 12)
    }

    /// Returns the number that four hexadecimal digits write, which the scan has found there.
    private func codeUnit(at index: Int) -> UInt16 {
        bytes[index..<(index + 4)].reduce(0) { unit, digit in
            // Letters are 0x41 and 0x61 up, digits 0x30 up.
            unit << 4 | UInt16(digit > 0x39 ? (digit & 0x0F) + 9 : digit & 0x0F)
        }
    }

    /// Steps over a string that begins at the position.
    mutating func stringToken() -> JSONStringToken? {
        guard isAt("\"") else {
            fail(.string)
            return nil
        }
        position += 1
        let start = position
        var hasEscapes = false
        while true {
            position = JSONPlainText.end(in: bytes, from: position)
            guard position < bytes.count else {
                fail(.stringEnd)
                return nil
            }
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return JSONStringToken(inner: start..<(position - 1), hasEscapes: hasEscapes)
            case UInt8(ascii: "\\"):
                guard let length = escapeLength() else { return nil }
                hasEscapes = true
                position += length
            case 0..<0x20:
                fail(.controlCharacter)
                return nil
            default: position += 1
            }
        }
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
    }

    /// Returns how many bytes the escape at the position has, or nil where JSON has no such escape.
    private mutating func escapeLength() -> Int? {
        guard position + 1 < bytes.count else {
            fail(.stringEnd)
            return nil
        }
        switch bytes[position + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return 2
        case UInt8(ascii: "u"):
            if position + 6 <= bytes.count,
                bytes[(position + 2)..<(position + 6)].allSatisfy({ Self.isHexDigit($0) })
            {
                return 6
            }
            fail(.hexDigits)
        default: fail(.escape)
        }
        return nil
    }
}

/// The bytes that stand for themselves in a JSON string: all but the quote, the backslash and control characters.
enum JSONPlainText {
    /// Returns the place of the first byte that does not stand for itself, or one of the last 7 places: the bytes are read 8 at a time.
    static func end(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var position = start
        while bytes.count - position >= 8 {
            let next = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            let special =
                zeros(in: next ^ ones &* 0x22) | zeros(in: next ^ ones &* 0x5C)
                | ((next &- ones &* 0x20) & ~next & highBits)
            if special != 0 { return position + special.trailingZeroBitCount / 8 }
            position += 8
        }
        return position
    }

    /// A 1 in each of 8 bytes. A stored constant would be looked up anew in each step.
    private static var ones: UInt64 { 0x0101_0101_0101_0101 }
    /// The highest bit of each of 8 bytes.
    private static var highBits: UInt64 { 0x8080_8080_8080_8080 }

    /// Returns a number whose lowest bit is in the first byte of 8 that is 0; or 0 where none is.
    private static func zeros(in bytes: UInt64) -> UInt64 { (bytes &- ones) & ~bytes & highBits }
}
