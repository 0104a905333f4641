import JavaScriptTokens

/// A conversion of TypeScript to JavaScript that replaces types with spaces, so that lines and columns stay the same.
///
/// Syntax that generates code is an error: enumerations, namespaces with values, parameter properties, decorators,
/// `import x = require()` and `export =`. Named imports of types are removed, as `tsc` does.
///
/// ```swift
/// let script = try TypeStripper.strip("const answer: number = 42 as const;")   // "const answer         = 42         ;"
/// ```
struct TypeStripper {
    /// The error for syntax that cannot be stripped or parsed.
    struct Failure: Error, Equatable {
        /// The description of the error, as a sentence.
        var message: String
        /// The line, from 1.
        var line: Int
        /// The column in UTF-16 units, from 1.
        var column: Int
    }

    /// Returns the script without its types.
    ///
    /// - Throws: ``Failure`` for syntax that cannot be stripped or parsed.
    static func strip(_ text: String) throws(Failure) -> String {
        var stripper = TypeStripper(text)
        do {
            try stripper.advance()
            while !stripper.isAtEnd { try stripper.statement() }
        } catch let problem as Problem {
            let furthest = stripper.furthest.flatMap { $0.offset > problem.offset ? $0 : nil }
            throw stripper.failure(furthest ?? problem)
        } catch let unfinished as ScriptLexer.Unfinished {
            throw stripper.failure(Problem("This \(unfinished.what) has no end.", at: unfinished.offset))
        } catch {
            throw stripper.failure(Problem("\(error)", at: 0))
        }
        stripper.leaveOutUnusedImports()
        return stripper.result
    }

    /// An error with its offset in the text.
    struct Problem: Error {
        let message: String
        let offset: Int

        init(_ message: String, at offset: Int) {
            self.message = message
            self.offset = offset
        }
    }

    /// A change of the text: spaces for a range, or another character at an offset.
    enum Edit {
        case blank(Range<Int>)
        case put(UInt8, at: Int)
    }

    /// A name that an import binds. Its range is removed where the script uses the name only as a type.
    struct Binding {
        let name: String
        let range: Range<Int>
        /// The index of the import.
        let declaration: Int
    }

    let lexer: ScriptLexer
    var token = ScriptToken(kind: .end, start: 0, end: 0)
    /// The end of the previous token.
    var lastEnd = 0
    var edits: [Edit] = []
    var bindings: [Binding] = []
    var imports: [Range<Int>] = []
    var usedNames: Set<String> = []
    /// Whether the parser is between `?` and `:` of a conditional expression, where `(a): b => c` may be no function.
    var isConsequent = false
    /// The offsets of parentheses that begin no arrow function.
    var noArrows: Set<Int> = []
    /// The error of the failed attempt that got furthest: where no interpretation of the text succeeds, that one was the likeliest.
    private var furthest: Problem?
    private var depth = 0
    private var steps = 0

    private init(_ text: String) { lexer = ScriptLexer(text) }

    // MARK: Tokens

    var isAtEnd: Bool { token.kind == .end }

    /// Moves to the next token. Throws after too many steps, because the parser may parse a text several times.
    mutating func advance() throws {
        steps += 1
        guard steps < 20_000 + 40 * lexer.bytes.count else {
            throw Problem("This is nested too deeply to be read.", at: token.start)
        }
        lastEnd = token.end
        token = try lexer.token(from: token.end)
    }

    func isAt(_ text: StaticString) -> Bool {
        token.kind != .string && token.kind != .template && lexer.text(of: token, is: text)
    }

    func isAt(oneOf texts: [StaticString]) -> Bool { texts.contains { isAt($0) } }

    /// Moves past the current token if it has a text, and returns whether it has.
    mutating func take(_ text: StaticString) throws -> Bool {
        guard isAt(text) else { return false }
        try advance()
        return true
    }

    mutating func expect(_ text: StaticString) throws {
        guard try take(text) else { throw unexpected("“\(text)”") }
    }

    func unexpected(_ wanted: String) -> Problem {
        let found = isAtEnd ? "the file ends" : "there is “\(lexer.text(of: token).prefix(30))”"
        return Problem("\(wanted) was expected here, and \(found).", at: token.start)
    }

    /// Returns the token after the current one.
    func peek() throws -> ScriptToken { try lexer.token(from: token.end) }

    func isNext(_ next: ScriptToken, oneOf texts: [StaticString]) -> Bool {
        texts.contains { lexer.text(of: next, is: $0) }
    }

    /// Runs a parser that may fail. After a failure, restores the earlier state and returns false.
    mutating func attempt(_ work: (inout TypeStripper) throws -> Bool) throws -> Bool {
        let (token, lastEnd, count, isConsequent) = (token, lastEnd, edits.count, isConsequent)
        do {
            if try work(&self) { return true }
        } catch let problem as Problem where !problem.message.contains(Self.isFinal) {
            // The text has other syntax than the parser expects.
            if problem.offset > furthest?.offset ?? -1 { furthest = problem }
        } catch is ScriptLexer.Unfinished {}
        (self.token, self.lastEnd, self.isConsequent) = (token, lastEnd, isConsequent)
        edits.removeSubrange(count...)
        return false
    }

    /// The part of a message that marks an error as final: no other interpretation of the text could avoid it.
    static let isFinal = "cannot be stripped"

    /// Runs a parser one level deeper.
    mutating func nested(_ work: (inout TypeStripper) throws -> Void) throws {
        depth += 1
        defer { depth -= 1 }
        guard depth < 400 else { throw Problem("This is nested too deeply to be read.", at: token.start) }
        let outer = isConsequent
        isConsequent = false
        try work(&self)
        isConsequent = outer
    }

    // MARK: Edits

    mutating func blank(from start: Int, to end: Int) {
        if start < end { edits.append(.blank(start..<end)) }
    }

    /// Blanks a whole statement or member. A semicolon in its place separates the lines around it.
    mutating func erase(from start: Int) {
        blank(from: start, to: lastEnd)
        edits.append(.put(UInt8(ascii: ";"), at: start))
    }

    mutating func put(_ character: Character, at offset: Int) {
        if let byte = character.asciiValue { edits.append(.put(byte, at: offset)) }
    }

    func hasNewline(_ range: Range<Int>) -> Bool { lexer.bytes[range].contains(0x0A) }

    /// Blanks the imported names that the script uses only as types.
    private mutating func leaveOutUnusedImports() {
        for (number, range) in imports.enumerated() {
            let own = bindings.filter { $0.declaration == number }
            let unused = own.filter { !usedNames.contains($0.name) }
            guard !unused.isEmpty else { continue }
            if unused.count == own.count {
                blank(from: range.lowerBound, to: range.upperBound)
                put(";", at: range.lowerBound)
            } else {
                for binding in unused { blank(from: binding.range.lowerBound, to: binding.range.upperBound) }
            }
        }
    }

    private var result: String {
        var bytes = lexer.bytes
        for edit in edits {
            switch edit {
            case .blank(let range):
                for index in range where bytes[index] != 0x0A && bytes[index] != 0x0D {
                    // Replace a character with as many spaces as it has UTF-16 units. Surplus bytes are removed below.
                    bytes[index] = lexer.bytes[index] < 0x80 ? 0x20 : Self.width(of: lexer.bytes[index])
                }
            case .put(let byte, let offset): bytes[offset] = byte
            }
        }
        return String(
            decoding: bytes.filter { $0 != Self.nothing }.flatMap { $0 == Self.two ? [0x20, 0x20] : [$0] },
            as: UTF8.self)
    }

    // Placeholder bytes, which never occur in UTF-8.
    private static let nothing: UInt8 = 0xFF
    private static let two: UInt8 = 0xFE

    private static func width(of byte: UInt8) -> UInt8 { byte < 0xC0 ? nothing : byte >= 0xF0 ? two : 0x20 }

    private func failure(_ problem: Problem) -> Failure {
        let place = lexer.place(of: problem.offset)
        return Failure(message: problem.message, line: place.line, column: place.column)
    }
}
