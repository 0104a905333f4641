/// The [parts](https://urlpattern.spec.whatwg.org/#part) of one component's pattern string.
struct URLPatternParts {
    /// The rules of a component for its pattern string: [options](https://urlpattern.spec.whatwg.org/#options).
    struct Options: Sendable, Hashable {
        /// The character that ends a segment.
        var delimiter: Character?
        /// The character that belongs to the group after it.
        var prefix: Character?

        static let standard = Options()
        static let hostname = Options(delimiter: ".")
        static let pathname = Options(delimiter: "/", prefix: "/")

        /// The [segment wildcard regexp](https://urlpattern.spec.whatwg.org/#generate-a-segment-wildcard-regexp).
        var segmentWildcard: String { "[^\(delimiter.map { "\\\($0)" } ?? "")]+?" }
    }

    /// The number of repetitions that a part allows.
    enum Modifier: Character, Sendable, Hashable {
        case optional = "?"
        case zeroOrMore = "*"
        case oneOrMore = "+"
    }

    /// The text that a part stands for.
    enum Matcher: Sendable, Hashable {
        case fixedText
        case segmentWildcard
        case fullWildcard
    }

    /// A piece of the pattern. A fixed text is in the prefix.
    struct Part: Sendable, Hashable {
        var prefix: [UInt8]
        var matcher: Matcher
        var suffix: [UInt8]
        var modifier: Modifier?
    }

    /// The error of a pattern string that cannot be used; the text is for the developer.
    struct Flaw: Error {
        var text: String
    }

    private(set) var list: [Part] = []
    private let options: Options
    private let tokens: [URLPatternToken]
    private var index = 0
    private var pendingText = ""
    private var names: Set<String> = []

    /// Implements [parse a pattern string](https://urlpattern.spec.whatwg.org/#parse-a-pattern-string). Regexp groups are refused.
    init(_ pattern: String, _ options: Options) throws(Flaw) {
        self.options = options
        tokens = try URLPatternToken.tokens(of: pattern)
        while true {
            let character = consume(.character)
            if let group = try group() {
                var prefix = character ?? ""
                if !prefix.isEmpty, prefix != options.prefix.map({ String($0) }) {
                    pendingText += prefix
                    prefix = ""
                }
                addPendingText()
                add(prefix, group, "", consumeModifier())
                continue
            }
            if let text = character ?? consume(.escapedCharacter) {
                pendingText += text
                continue
            }
            guard consume(.open) != nil else { break }
            let prefix = consumeText()
            let group = try group()
            let suffix = consumeText()
            guard consume(.close) != nil else { throw Flaw(text: "A group of “\(pattern)” is not closed") }
            let modifier = consumeModifier()
            if group == nil, modifier == nil {
                pendingText += prefix
            } else {
                addPendingText()
                if group != nil || !prefix.isEmpty { add(prefix, group ?? .fixedText, suffix, modifier) }
            }
        }
        addPendingText()
        guard index == tokens.count else { throw Flaw(text: "“\(pattern)” has a stray “\(tokens[index].text)”") }
    }

    private mutating func add(_ prefix: String, _ matcher: Matcher, _ suffix: String, _ modifier: Modifier?) {
        list.append(
            Part(prefix: Array(prefix.utf8), matcher: matcher, suffix: Array(suffix.utf8), modifier: modifier))
    }

    private mutating func addPendingText() {
        guard !pendingText.isEmpty else { return }
        add(pendingText, .fixedText, "", nil)
        pendingText = ""
    }

    /// Returns what the next tokens match, where they are a name, a group or an asterisk.
    private mutating func group() throws(Flaw) -> Matcher? {
        let name = consume(.name)
        if let name, !names.insert(name).inserted { throw Flaw(text: "The group “\(name)” is there twice") }
        if let text = consume(.regexp) {
            if text == ".*" { return .fullWildcard }
            if text == options.segmentWildcard { return .segmentWildcard }
            throw Flaw(text: "A route's pattern may not have the regular expression “(\(text))”")
        }
        if name != nil { return .segmentWildcard }
        return consume(.asterisk) == nil ? nil : .fullWildcard
    }

    private mutating func consume(_ kind: URLPatternToken.Kind) -> String? {
        guard index < tokens.count, tokens[index].kind == kind else { return nil }
        defer { index += 1 }
        return tokens[index].text
    }

    private mutating func consumeModifier() -> Modifier? {
        (consume(.modifier) ?? consume(.asterisk)).flatMap { Modifier(rawValue: Character($0)) }
    }

    private mutating func consumeText() -> String {
        var text = ""
        while let next = consume(.character) ?? consume(.escapedCharacter) { text += next }
        return text
    }
}
