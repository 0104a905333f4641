/// The diagnostic block under a TAP test, read as far as test libraries write YAML: keys with plain, quoted or block scalars.
///
/// Deeper values are kept as text.
struct TAPDiagnostic: Equatable {
    /// The block's keys and their texts.
    private(set) var values: [String: String] = [:]

    /// Reads the lines between `---` and `...`.
    init(lines: [Substring]) {
        let indent = lines.filter { !$0.trimmed.isEmpty }.map(Self.indentation).min() ?? 0
        var index = 0
        while index < lines.count {
            let line = lines[index].dropFirst(indent)
            index += 1
            guard let (key, value) = Self.pair(line) else { continue }
            var block: [Substring] = []
            while index < lines.count, lines[index].trimmed.isEmpty || Self.indentation(lines[index]) > indent {
                block.append(lines[index])
                index += 1
            }
            values[key] = Self.scalar(value, block: block)
        }
    }

    /// The text under the first of these keys that is there.
    func text(_ keys: String...) -> String? {
        keys.lazy.compactMap { values[$0] }.first
    }

    private static func indentation(_ line: Substring) -> Int {
        line.prefix { $0 == " " || $0 == "\t" }.count
    }

    private static func pair(_ line: Substring) -> (String, Substring)? {
        guard let first = line.first, !first.isWhitespace, first != "-", first != "#",
            let colon = line.indices.first(where: { index in
                let next = line.index(after: index)
                return line[index] == ":" && (next == line.endIndex || line[next].isWhitespace)
            })
        else { return nil }
        let key = line[..<colon].trimmed
        return (String(unquoted(key)), line[line.index(after: colon)...].trimmed)
    }

    private static func scalar(_ value: Substring, block: [Substring]) -> String {
        let isFolded = value.hasPrefix(">")
        guard value.isEmpty || isFolded || value.hasPrefix("|") else {
            let whole = ([value] + block.map(\.trimmed)).joined(separator: " ")
            return unquoted(Substring(whole).trimmed)
        }
        let indent = block.filter { !$0.trimmed.isEmpty }.map(indentation).min() ?? 0
        var texts = block.map { $0.dropFirst(min(indent, indentation($0))) }
        while texts.last?.trimmed.isEmpty == true { texts.removeLast() }
        return texts.joined(separator: isFolded ? " " : "\n")
    }

    private static func unquoted(_ text: Substring) -> String {
        guard text.count >= 2, let quote = text.first, quote == text.last, quote == "'" || quote == "\"" else {
            return String(text)
        }
        let inner = text.dropFirst().dropLast()
        return quote == "'" ? String(inner.replacing("''", with: "'")) : unescaped(inner)
    }

    private static func unescaped(_ text: Substring) -> String {
        var result = ""
        var rest = text
        while let character = rest.popFirst() {
            guard character == "\\", let escape = rest.popFirst() else {
                result.append(character)
                continue
            }
            switch escape {
            case "n": result.append("\n")
            case "t": result.append("\t")
            case "r": result.append("\r")
            case "e": result.append("\u{1B}")
            case "0": result.append("\0")
            case "x", "u":
                let digits = rest.prefix(escape == "x" ? 2 : 4)
                if let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) {
                    result.unicodeScalars.append(scalar)
                    rest = rest.dropFirst(digits.count)
                }
            default: result.append(escape)
            }
        }
        return result
    }
}
