/// A lexer of scripts. A `/` is a punctuator unless the caller asks for a regular expression.
package struct ScriptLexer: Sendable {
    package let bytes: [UInt8]

    package init(_ text: String) { bytes = Array(text.utf8) }

    /// The error for a string, comment or template without an end.
    package struct Unfinished: Error {
        package let offset: Int
    }

    /// Returns the token that begins at or after an offset.
    package func token(from offset: Int) throws(Unfinished) -> ScriptToken {
        var position = offset
        try skipSpace(&position)
        guard position < bytes.count else {
            return ScriptToken(kind: .end, start: bytes.count, end: bytes.count)
        }
        let byte = bytes[position]
        var token = ScriptToken(kind: .punctuator, start: position, end: position + 1)
        switch byte {
        case _ where Self.isNamePart(byte) && !Self.isDigit(byte), UInt8(ascii: "\\"):
            token.kind = .name
            token.end = max(nameEnd(position), position + 1)
        case UInt8(ascii: "#") where position + 1 < bytes.count && Self.isNamePart(bytes[position + 1]):
            token.kind = .privateName
            token.end = nameEnd(position + 1)
        case _ where Self.isDigit(byte), UInt8(ascii: ".") where Self.isDigit(self[position + 1]):
            token.kind = .number
            token.end = numberEnd(position)
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            token.kind = .string
            token.end = try stringEnd(position)
        case UInt8(ascii: "`"): token.kind = .template
        default: token.end = position + punctuatorLength(position)
        }
        return token
    }

    /// Returns the regular expression that begins at a slash.
    package func regularExpression(at start: Int) throws(Unfinished) -> ScriptToken {
        var position = start + 1
        var isInClass = false
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\\"): position += 1
            case UInt8(ascii: "["): isInClass = true
            case UInt8(ascii: "]"): isInClass = false
            case UInt8(ascii: "/") where !isInClass:
                return ScriptToken(kind: .regularExpression, start: start, end: nameEnd(position + 1))
            case UInt8(ascii: "\n"): throw Unfinished(offset: start)
            default: break
            }
            position += 1
        }
        throw Unfinished(offset: start)
    }

    /// Returns the offset after the next `${` or closing backtick of a template, and whether the template ends there.
    package func templatePart(from offset: Int) throws(Unfinished) -> (end: Int, isClosed: Bool) {
        var position = offset
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\\"): position += 1
            case UInt8(ascii: "`"): return (position + 1, true)
            case UInt8(ascii: "$") where self[position + 1] == UInt8(ascii: "{"): return (position + 2, false)
            default: break
            }
            position += 1
        }
        throw Unfinished(offset: offset)
    }

    /// Returns whether a token has a text.
    package func text(of token: ScriptToken, is text: StaticString) -> Bool {
        guard token.end - token.start == text.utf8CodeUnitCount else { return false }
        for index in 0..<text.utf8CodeUnitCount where bytes[token.start + index] != text.utf8Start[index] {
            return false
        }
        return true
    }

    /// Returns the text of a token.
    package func text(of token: ScriptToken) -> String {
        String(decoding: bytes[token.start..<token.end], as: UTF8.self)
    }

    private subscript(offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        byte >= 0x80 || isDigit(byte) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || byte == 0x5F || byte == 0x24
    }

    private func nameEnd(_ start: Int) -> Int {
        var position = start
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "\\"), self[position + 1] == UInt8(ascii: "u") {
                position += 2
                if self[position] == UInt8(ascii: "{") {
                    while position < bytes.count, bytes[position] != UInt8(ascii: "}") { position += 1 }
                    position += 1
                }
            } else if Self.isNamePart(bytes[position]), !isWideSpace(position) {
                position += 1
            } else {
                break
            }
        }
        return min(position, bytes.count)
    }

    private func numberEnd(_ start: Int) -> Int {
        var position = start
        while position < bytes.count {
            let byte = bytes[position]
            if Self.isNamePart(byte) {
                position += 1
                let isHexadecimal = bytes[start] == 0x30 && self[start + 1] | 0x20 == UInt8(ascii: "x")
                if byte | 0x20 == UInt8(ascii: "e"), !isHexadecimal,
                    [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(self[position])
                {
                    position += 1
                }
            } else if byte == UInt8(ascii: "."), self[position + 1] != UInt8(ascii: ".") || position == start {
                position += 1
            } else {
                break
            }
        }
        return position
    }

    private func stringEnd(_ start: Int) throws(Unfinished) -> Int {
        var position = start + 1
        while position < bytes.count {
            switch bytes[position] {
            case bytes[start]: return position + 1
            case UInt8(ascii: "\\"): position += 1
            case UInt8(ascii: "\n"): throw Unfinished(offset: start)
            default: break
            }
            position += 1
        }
        throw Unfinished(offset: start)
    }

    /// Returns whether a no-break space, line separator, paragraph separator or byte order mark is at a position.
    private func isWideSpace(_ position: Int) -> Bool {
        switch (self[position], self[position + 1], self[position + 2]) {
        case (0xC2, 0xA0, _), (0xE2, 0x80, 0xA8...0xA9), (0xEF, 0xBB, 0xBF): true
        default: false
        }
    }

    private func skipSpace(_ position: inout Int) throws(Unfinished) {
        while position < bytes.count {
            switch bytes[position] {
            case 0x0A, 0x0D, 0x20, 0x09, 0x0B, 0x0C: position += 1
            case UInt8(ascii: "#") where position == 0 && self[1] == UInt8(ascii: "!"),
                UInt8(ascii: "/") where self[position + 1] == UInt8(ascii: "/"):
                while position < bytes.count, bytes[position] != 0x0A { position += 1 }
            case UInt8(ascii: "/") where self[position + 1] == UInt8(ascii: "*"):
                let start = position
                position += 2
                while !(self[position] == UInt8(ascii: "*") && self[position + 1] == UInt8(ascii: "/")) {
                    guard position < bytes.count else { throw Unfinished(offset: start) }
                    position += 1
                }
                position += 2
            case 0xC2, 0xE2, 0xEF:
                guard isWideSpace(position) else { return }
                position += bytes[position] == 0xC2 ? 2 : 3
            default: return
            }
        }
    }

    /// Returns the length of a punctuator. Each `>` is a separate token, because `>>` may close two type lists. The parser
    /// joins them to operators.
    private func punctuatorLength(_ position: Int) -> Int {
        for text in Self.longPunctuators where position + text.utf8CodeUnitCount <= bytes.count {
            var matches = true
            for index in 0..<text.utf8CodeUnitCount where bytes[position + index] != text.utf8Start[index] {
                matches = false
                break
            }
            guard matches else { continue }
            // In `a?.5:b`, the `?` begins a conditional expression.
            if text.utf8CodeUnitCount == 2, bytes[position] == UInt8(ascii: "?"),
                self[position + 1] == UInt8(ascii: "."),
                Self.isDigit(self[position + 2])
            {
                return 1
            }
            return text.utf8CodeUnitCount
        }
        return 1
    }

    private static let longPunctuators: [StaticString] = [
        "...", "===", "!==", "**=", "<<=", "&&=", "||=", "??=", "=>", "==", "!=", "**", "<<", "<=", "&&", "||", "??",
        "?.",
        "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=",
    ]
}
