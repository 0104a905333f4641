/// A tokenizer of JavaScript that is precise enough to find `import` and `export`. Source: ECMA-262, 12 Lexical Grammar
struct ModuleTokens {
    enum Kind { case name, punctuator, string, template, number, expression }

    struct Token {
        let kind: Kind
        let range: Range<Int>
        let line: Int
        /// The number of open brackets of any kind before the token.
        let depth: Int
        let followsLineBreak: Bool
    }

    private let bytes: [UInt8]
    private(set) var all: [Token] = []
    private var position = 0
    private var line = 1
    private var depth = 0
    private var hasLineBreak = false

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: "#!".utf8) { skipLine() }
        while skipSpace() { add() }
    }

    func text(_ token: Token) -> String { String(decoding: bytes[token.range], as: UTF8.self) }

    private func byte(_ offset: Int = 0) -> UInt8 { position + offset < bytes.count ? bytes[position + offset] : 0 }

    private func isAt(_ character: Unicode.Scalar, _ offset: Int = 0) -> Bool {
        byte(offset) == UInt8(ascii: character)
    }

    private mutating func advance() {
        if isAt("\n") {
            line += 1
            hasLineBreak = true
        }
        position += 1
    }

    private mutating func skipLine() { while position < bytes.count, !isAt("\n") { position += 1 } }

    /// Skips spaces and comments; returns whether a token follows.
    private mutating func skipSpace() -> Bool {
        while position < bytes.count {
            if isAt("/"), isAt("/", 1) {
                skipLine()
            } else if isAt("/"), isAt("*", 1) {
                position += 2
                while position < bytes.count, !(isAt("*") && isAt("/", 1)) { advance() }
                position += 2
            } else if byte() <= 0x20 {
                advance()
            } else {
                return true
            }
        }
        return false
    }

    private mutating func add() {
        let (start, startLine, startDepth, isFirst) = (position, line, depth, hasLineBreak)
        hasLineBreak = false
        let kind = take()
        // A closing bracket has the depth of its opening bracket.
        let isClosing = kind == .punctuator && ")]}".utf8.contains(bytes[start])
        all.append(
            Token(
                kind: kind, range: start..<min(position, bytes.count), line: startLine,
                depth: isClosing ? depth : startDepth, followsLineBreak: isFirst))
    }

    private mutating func take() -> Kind {
        let first = byte()
        if Self.isName(first) {
            while Self.isName(byte()), position < bytes.count { position += 1 }
            return (0x30...0x39).contains(first) ? .number : .name
        }
        switch Unicode.Scalar(first) {
        case "\"", "'":
            skipString(until: first)
            return .string
        case "`":
            skipTemplate()
            return .template
        case "/" where expressionMayBegin:
            skipExpression()
            return .expression
        case "(", "[", "{": depth += 1
        case ")", "]", "}": depth = max(depth - 1, 0)
        case "=" where isAt(">", 1): position += 1
        default: break
        }
        position += 1
        return .punctuator
    }

    static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "#"),
            UInt8(ascii: "\\"), 0x80...:
            true
        default: false
        }
    }

    private mutating func skipString(until quote: UInt8) {
        position += 1
        while position < bytes.count, byte() != quote {
            if isAt("\\") { position += 1 }
            if position < bytes.count { advance() }
        }
        position += 1
    }

    private mutating func skipTemplate() {
        position += 1
        while position < bytes.count, !isAt("`") {
            if isAt("\\") {
                position += 1
                if position < bytes.count { advance() }
            } else if isAt("$"), isAt("{", 1) {
                position += 2
                skipSubstitution()
            } else {
                advance()
            }
        }
        position += 1
    }

    /// Skips the expression of a template substitution, with its closing brace.
    private mutating func skipSubstitution() {
        let outer = (depth, all, hasLineBreak)
        (depth, all) = (0, [])
        while skipSpace() {
            if isAt("}"), depth == 0 { break }
            add()
        }
        (depth, all, hasLineBreak) = outer
        position += 1
    }

    private mutating func skipExpression() {
        var isInClass = false
        position += 1
        while position < bytes.count, !isAt("\n"), isInClass || !isAt("/") {
            if isAt("\\") { position += 1 }
            if isAt("[") { isInClass = true }
            if isAt("]") { isInClass = false }
            position += 1
        }
        position += 1
        while Self.isName(byte()), position < bytes.count { position += 1 }
    }

    private static let wordsBeforeExpressions: Set<String> = [
        "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "instanceof", "else", "do", "yield",
        "await", "default",
    ]

    /// Whether a slash begins a regular expression, and is no division.
    private var expressionMayBegin: Bool {
        guard let last = all.last else { return true }
        switch last.kind {
        case .name: return Self.wordsBeforeExpressions.contains(text(last))
        case .punctuator:
            let byte = bytes[last.range.lowerBound]
            if byte == UInt8(ascii: "}") { return hasLineBreak }
            return byte != UInt8(ascii: ")") && byte != UInt8(ascii: "]")
        default: return false
        }
    }

    /// Returns whether a line break ends a statement before a token.
    func statementEnds(before index: Int) -> Bool {
        let token = all[index]
        guard index > 0, token.followsLineBreak else { return false }
        let last = all[index - 1]
        let endsValue =
            switch last.kind {
            case .name: !Self.wordsBeforeExpressions.contains(text(last))
            case .punctuator: ")]}".utf8.contains(bytes[last.range.lowerBound])
            default: true
            }
        guard endsValue else { return false }
        switch token.kind {
        case .name: return text(token) != "in" && text(token) != "instanceof"
        case .punctuator: return isBrace(token)
        case .template: return false
        default: return true
        }
    }

    private func isBrace(_ token: Token) -> Bool { bytes[token.range.lowerBound] == UInt8(ascii: "{") }
}
