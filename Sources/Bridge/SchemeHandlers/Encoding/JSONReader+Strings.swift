extension JSONReader {
    /// Reads a string.
    mutating func string() throws(Failure) -> String {
        guard next == UInt8(ascii: "\"") else { throw failure("a string should begin here") }
        position += 1
        let start = position
        while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
        if next == UInt8(ascii: "\"") {
            defer { position += 1 }
            return try validated(bytes[start..<position])
        }
        var decoded = Array(bytes[start..<position])
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return try validated(decoded)
            case UInt8(ascii: "\\"): try appendEscape(to: &decoded)
            case 0..<0x20: throw failure("a string has a control character, which must be escaped")
            default: decoded.append(byte)
            }
        }
        throw failure("a string has no end")
    }

    private func validated(_ bytes: some Collection<UInt8>) throws(Failure) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw failure("a string is not UTF-8") }
        return text
    }

    private mutating func appendEscape(to decoded: inout [UInt8]) throws(Failure) {
        guard let kind = next else { throw failure("a string has no end") }
        position += 1
        switch kind {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): decoded.append(kind)
        case UInt8(ascii: "b"): decoded.append(8)
        case UInt8(ascii: "f"): decoded.append(12)
        case UInt8(ascii: "n"): decoded.append(10)
        case UInt8(ascii: "r"): decoded.append(13)
        case UInt8(ascii: "t"): decoded.append(9)
        case UInt8(ascii: "u"): decoded.append(contentsOf: String(Character(try escapedScalar())).utf8)
        default: throw failure("a string has an unknown escape")
        }
    }

    private mutating func escapedScalar() throws(Failure) -> Unicode.Scalar {
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(UInt32(first)) {
            guard first != 0 else { throw failure("a string has a NUL, which ends text in SQLite", code: "nul_byte") }
            return scalar
        }
        guard first < 0xDC00, next == UInt8(ascii: "\\") else { throw failure("a string has half a surrogate pair") }
        position += 1
        guard next == UInt8(ascii: "u") else { throw failure("a string has half a surrogate pair") }
        position += 1
        let second = try codeUnit()
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + ((UInt32(first) - 0xD800) << 10) + (UInt32(second) - 0xDC00))
        else { throw failure("a string has half a surrogate pair") }
        return scalar
    }

    private mutating func codeUnit() throws(Failure) -> UInt16 {
        guard bytes.count - position >= 4 else { throw failure("four hexadecimal digits should follow \\u") }
        var unit: UInt16 = 0
        for offset in 0..<4 {
            guard let digit = Character(Unicode.Scalar(bytes[position + offset])).hexDigitValue else {
                throw failure("four hexadecimal digits should follow \\u")
            }
            unit = unit << 4 | UInt16(digit)
        }
        position += 4
        return unit
    }
}
