/// One line of TAP by itself, without the meaning that earlier lines give it.
/// https://testanything.org/tap-version-14-specification.html
enum TAPLine: Equatable {
    case version(Int)
    case plan(TAPPlan)
    case test(TAPPoint)
    case bailOut(reason: String)
    case comment(String)
    case pragma
    case other

    /// Reads a line that begins in its first column.
    init(_ line: Substring) {
        if line.hasPrefix("TAP version "), let version = Int(line.dropFirst(12).trimmed) {
            self = .version(version)
        } else if line.hasPrefix("Bail out!") {
            self = .bailOut(reason: String(line.dropFirst(9).trimmed))
        } else if line.hasPrefix("#") {
            self = .comment(String(line.dropFirst().trimmed))
        } else if line.hasPrefix("pragma +") || line.hasPrefix("pragma -") {
            self = .pragma
        } else if let plan = TAPPlan(line) {
            self = .plan(plan)
        } else if let point = TAPPoint(line) {
            self = .test(point)
        } else {
            self = .other
        }
    }
}

/// `1..N`, with `# SKIP reason` where nothing is to run.
struct TAPPlan: Equatable {
    var count: Int
    var skipReason: String?

    init(count: Int, skipReason: String? = nil) {
        self.count = count
        self.skipReason = skipReason
    }

    init?(_ line: Substring) {
        guard line.hasPrefix("1..") else { return nil }
        let rest = line.dropFirst(3)
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        let tail = rest.dropFirst(digits.count).trimmed
        guard let count = Int(digits), tail.isEmpty || tail.hasPrefix("#") else { return nil }
        self.init(count: count)
        let comment = tail.dropFirst().trimmed
        if comment.lowercased().hasPrefix("skip") {
            skipReason = String(comment.drop { !$0.isWhitespace }.trimmed)
        }
    }
}

/// `ok N - description # directive`, or `not ok`.
struct TAPPoint: Equatable {
    enum Directive: Equatable {
        case skip(reason: String)
        case todo(reason: String)
    }

    var isOK: Bool
    var number: Int?
    var description = ""
    var directive: Directive?
    /// Seconds, from `# time=12ms` as node-tap prints it.
    var duration: Double?
    /// Whether the line can be nothing but a test: it has a number or a dash. `ok then` may be plain English.
    var isUnmistakable = true

    init?(_ line: Substring) {
        var rest = line
        isOK = !rest.hasPrefix("not ok")
        if !isOK { rest = rest.dropFirst(4) }
        guard rest.hasPrefix("ok") else { return nil }
        rest = rest.dropFirst(2)
        guard rest.first.map(\.isWhitespace) ?? true else { return nil }
        rest = rest.trimmed

        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        let next = rest.dropFirst(digits.count).first
        if let value = Int(digits), next.map({ $0.isWhitespace || $0 == "#" }) ?? true {
            number = value
            rest = rest.dropFirst(digits.count).trimmed
        }
        let hasDash = rest == "-" || rest.hasPrefix("- ")
        if hasDash { rest = rest.dropFirst().trimmed }
        isUnmistakable = number != nil || hasDash
        readDescription(rest)
    }

    /// Splits at the first `#` that is not escaped and begins a directive; other hashes belong to the description.
    private mutating func readDescription(_ text: Substring) {
        var escaped = false
        for index in text.indices {
            let character = text[index]
            if character == "#", !escaped, readDirective(text[text.index(after: index)...].trimmed) {
                description = Self.unescaped(text[..<index].trimmed)
                return
            }
            escaped = character == "\\" && !escaped
        }
        description = Self.unescaped(text)
    }

    private mutating func readDirective(_ text: Substring) -> Bool {
        let word = text.prefix { !$0.isWhitespace && $0 != ":" }
        let reason = String(text.dropFirst(word.count).drop { $0 == ":" || $0.isWhitespace })
        let name = word.lowercased()
        if name.hasPrefix("skip") {
            directive = .skip(reason: reason)
        } else if name == "todo" {
            directive = .todo(reason: reason)
        } else if name.hasPrefix("time="), name.hasSuffix("ms"), let value = Double(name.dropFirst(5).dropLast(2)) {
            duration = value / 1000
        } else {
            return false
        }
        return true
    }

    private static func unescaped(_ text: Substring) -> String {
        var result = ""
        var escaped = false
        for character in text {
            if escaped, character != "#", character != "\\" { result.append("\\") }
            escaped = character == "\\" && !escaped
            if !escaped { result.append(character) }
        }
        return escaped ? result + "\\" : result
    }
}

extension Substring {
    /// Without the white space at either end.
    var trimmed: Substring {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
