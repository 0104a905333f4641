/// A [token](https://urlpattern.spec.whatwg.org/#token) of a pattern string.
struct URLPatternToken: Sendable, Hashable {
    enum Kind: Sendable {
        case open, close, regexp, name, character, escapedCharacter, modifier, asterisk
    }

    var kind: Kind
    var text: String

    /// Implements [tokenize](https://urlpattern.spec.whatwg.org/#tokenize) with the policy `strict`.
    static func tokens(of pattern: String) throws(URLPatternParts.Flaw) -> [URLPatternToken] {
        let scalars = Array(pattern.unicodeScalars)
        var tokens: [URLPatternToken] = []
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            index += 1
            switch scalar {
            case "*": tokens.append(URLPatternToken(kind: .asterisk, text: "*"))
            case "+", "?": tokens.append(URLPatternToken(kind: .modifier, text: String(scalar)))
            case "{": tokens.append(URLPatternToken(kind: .open, text: "{"))
            case "}": tokens.append(URLPatternToken(kind: .close, text: "}"))
            case "\\":
                guard index < scalars.count else {
                    throw URLPatternParts.Flaw(text: "“\(pattern)” ends with a backslash")
                }
                tokens.append(URLPatternToken(kind: .escapedCharacter, text: String(scalars[index])))
                index += 1
            case ":":
                let start = index
                while index < scalars.count, isName(scalars[index], isFirst: index == start) { index += 1 }
                guard index > start else { throw URLPatternParts.Flaw(text: "A group of “\(pattern)” has no name") }
                tokens.append(URLPatternToken(kind: .name, text: text(scalars[start..<index])))
            case "(":
                let start = index
                index = try end(ofRegexpAt: start, in: scalars, pattern)
                tokens.append(URLPatternToken(kind: .regexp, text: text(scalars[start..<index])))
                index += 1
            default: tokens.append(URLPatternToken(kind: .character, text: String(scalar)))
            }
        }
        return tokens
    }

    private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }

    /// Returns the index of the parenthesis that closes a regular expression.
    private static func end(
        ofRegexpAt start: Int, in scalars: [Unicode.Scalar], _ pattern: String
    ) throws(URLPatternParts.Flaw) -> Int {
        var (index, depth) = (start, 1)
        while index < scalars.count {
            switch scalars[index] {
            case "\\": index += 1
            case "(": depth += 1
            case ")": depth -= 1
            default: break
            }
            if depth == 0 { break }
            index += 1
        }
        guard index < scalars.count, index > start else {
            throw URLPatternParts.Flaw(text: "A regular expression of “\(pattern)” is empty or not closed")
        }
        return index
    }

    /// Implements [is a valid name code point](https://urlpattern.spec.whatwg.org/#is-a-valid-name-code-point).
    private static func isName(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
        if scalar == "$" || scalar == "_" { return true }
        if isFirst { return scalar.properties.isIDStart }
        return scalar.properties.isIDContinue || scalar == "\u{200C}" || scalar == "\u{200D}"
    }
}
