/// The tokens of a script, found without parsing it.
///
/// A slash is taken for the beginning of a regular expression by the token before it.
package struct ScriptTokens: Sendable {
    package let lexer: ScriptLexer
    /// The tokens in order. Each part of a template is one.
    package private(set) var all: [ScriptToken] = []
    /// The number of brackets around each token. The expressions of a template are inside it.
    package private(set) var depths: [Int] = []
    /// The indices of the parentheses that are open.
    private var parentheses: [Int] = []
    /// Whether the last token closes the parentheses of `if`, `for`, `while` or `with`, which a statement follows.
    private var closesHead = false

    /// Reads a script, up to a comment or template without an end.
    package init(_ text: String) {
        lexer = ScriptLexer(text)
        var position = 0
        var depth = 0
        // The depths of the expressions of open templates.
        var templates: [Int] = []
        while var token = next(from: position), token.kind != .end {
            var around = depth
            var endsHead = false
            if token.kind == .punctuator {
                switch lexer.bytes[token.start] {
                case UInt8(ascii: "/") where expectsExpression:
                    token = (try? lexer.regularExpression(at: token.start)) ?? token
                case UInt8(ascii: "}") where depth == templates.last:
                    templates.removeLast()
                    depth -= 1
                    around = depth
                    token.kind = .template
                case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
                case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                    depth = max(depth - 1, templates.last ?? 0)
                    around = depth
                default: break
                }
                if lexer.text(of: token, is: "(") {
                    parentheses.append(all.count)
                } else if lexer.text(of: token, is: ")") {
                    endsHead = parentheses.popLast().map(beginsHead) ?? false
                }
            }
            closesHead = endsHead
            if token.kind == .template {
                guard let part = try? lexer.templatePart(from: token.end) else { return }
                token.end = part.end
                if !part.isClosed {
                    depth += 1
                    templates.append(depth)
                }
            }
            all.append(token)
            depths.append(around)
            position = token.end
        }
    }

    private func next(from position: Int) -> ScriptToken? {
        do throws(ScriptLexer.Unfinished) {
            return try lexer.token(from: position)
        } catch {
            // A quotation mark without a second one on its line begins no string. A regular expression can have one.
            guard [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(lexer.bytes[error.offset]) else { return nil }
            return ScriptToken(kind: .punctuator, start: error.offset, end: error.offset + 1)
        }
    }

    private static let wordsBeforeExpressions: [StaticString] = [
        "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "instanceof", "else", "do", "yield",
        "await", "default",
    ]

    private static let wordsBeforeHeads: [StaticString] = ["if", "for", "while", "with"]

    /// Whether an expression follows the last token, and no operator.
    private var expectsExpression: Bool {
        guard let last = all.last else { return true }
        switch last.kind {
        case .name: return isBeforeExpression(all.count - 1)
        case .punctuator:
            if lexer.text(of: last, is: ")") { return closesHead }
            let isStep = lexer.text(of: last, is: "++") || lexer.text(of: last, is: "--")
            return isStep ? !endsOperand(all.count - 2) : !lexer.text(of: last, is: "]")
        case .template: return lexer.bytes[last.end - 1] == UInt8(ascii: "{")
        default: return false
        }
    }

    private func isBeforeExpression(_ index: Int) -> Bool {
        !isMember(index) && Self.wordsBeforeExpressions.contains { lexer.text(of: all[index], is: $0) }
    }

    /// Returns whether a name follows a dot.
    private func isMember(_ index: Int) -> Bool { isAt(index - 1, ".") || isAt(index - 1, "?.") }

    /// Returns whether the operator after a token is a postfix of that token, as in `a++`.
    private func endsOperand(_ index: Int) -> Bool {
        guard all.indices.contains(index) else { return false }
        let next = all[index + 1].start
        guard !lexer.bytes[all[index].end..<next].contains(0x0A) else { return false }
        return all[index].kind == .name ? !isBeforeExpression(index) : isAt(index, ")") || isAt(index, "]")
    }

    /// Returns whether a parenthesis begins the head of a statement.
    private func beginsHead(_ parenthesis: Int) -> Bool {
        let word = isAt(parenthesis - 1, "await") && isAt(parenthesis - 2, "for") ? parenthesis - 2 : parenthesis - 1
        return Self.wordsBeforeHeads.contains { isAt(word, $0) } && !isMember(word)
    }

    // MARK: Texts

    /// Returns the text of a token; empty where there is none.
    package func text(at index: Int) -> String {
        all.indices.contains(index) ? lexer.text(of: all[index]) : ""
    }

    /// Returns whether a token is this name or punctuator.
    package func isAt(_ index: Int, _ text: StaticString) -> Bool {
        all.indices.contains(index) && all[index].kind != .string && lexer.text(of: all[index], is: text)
    }

    /// Returns the text between the quotation marks of a string, as it is written; nil for another token.
    package func string(at index: Int) -> String? {
        guard all.indices.contains(index), all[index].kind == .string else { return nil }
        return String(text(at: index).dropFirst().dropLast())
    }
}
