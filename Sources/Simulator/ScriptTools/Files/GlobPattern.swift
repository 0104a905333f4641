/// One component of a glob: `*`, `?`, `[a-z]`, `[!a-z]`, and `\` before a character meant as it is.
package struct GlobComponent: Equatable {
    private enum Token: Equatable {
        case literal(Character)
        case any
        case anyRun
        case set([ClosedRange<Character>], isNegated: Bool)
    }

    private var tokens: [Token] = []

    /// Whether it matches names that begin with a dot, as only one that begins with a dot does.
    private var matchesHidden: Bool { tokens.first == .literal(".") }

    /// The name it stands for, if it can be only one.
    var literal: String? {
        var name = ""
        for token in tokens {
            guard case .literal(let character) = token else { return nil }
            name.append(character)
        }
        return name
    }

    /// Whether the component names scripts, as `*.js` does.
    package let endsInScript: Bool

    init(_ text: Substring) {
        endsInScript = ScriptFile.isScript(String(text))
        var rest = text
        while let character = rest.popFirst() {
            switch character {
            case "*": if tokens.last != .anyRun { tokens.append(.anyRun) }
            case "?": tokens.append(.any)
            case "\\": tokens.append(.literal(rest.popFirst() ?? "\\"))
            case "[":
                if let set = Self.set(&rest) { tokens.append(set) } else { tokens.append(.literal("[")) }
            default: tokens.append(.literal(character))
            }
        }
    }

    private static func set(_ rest: inout Substring) -> Token? {
        var text = rest
        let isNegated = text.first == "!" || text.first == "^"
        if isNegated { text.removeFirst() }
        var ranges: [ClosedRange<Character>] = []
        while let first = text.popFirst() {
            if first == "]", !ranges.isEmpty {
                rest = text
                return .set(ranges, isNegated: isNegated)
            }
            var last = first
            if text.first == "-", let end = text.dropFirst().first, end != "]" {
                last = end
                text = text.dropFirst(2)
            }
            ranges.append(min(first, last)...max(first, last))
        }
        return nil
    }

    /// Whether a file's name matches, in time by the product of both lengths.
    package func matches(_ name: String) -> Bool {
        if name.hasPrefix("."), !matchesHidden { return false }
        let characters = Array(name)
        var token = 0
        var position = 0
        var retry: (token: Int, position: Int)?
        while position < characters.count {
            if token < tokens.count, tokens[token] == .anyRun {
                retry = (token, position)
                token += 1
            } else if token < tokens.count, Self.matches(tokens[token], characters[position]) {
                token += 1
                position += 1
            } else if let (lastToken, lastPosition) = retry {
                retry = (lastToken, lastPosition + 1)
                token = lastToken + 1
                position = lastPosition + 1
            } else {
                return false
            }
        }
        return tokens[token...].allSatisfy { $0 == .anyRun }
    }

    private static func matches(_ token: Token, _ character: Character) -> Bool {
        switch token {
        case .literal(let literal): literal == character
        case .any, .anyRun: true
        case .set(let ranges, let isNegated): ranges.contains { $0.contains(character) } != isNegated
        }
    }
}

/// A path with wildcards, split at its slashes; `**` stands for any number of folders.
package struct GlobPattern: Equatable {
    package enum Part: Equatable {
        case folders
        case component(GlobComponent)
    }

    /// The folder before the first wildcard, as it was written; empty for the current one.
    package private(set) var base = ""
    /// The rest.
    package private(set) var parts: [Part] = []

    package init(_ text: String) {
        var names = text.split(separator: "/")
        if text.hasPrefix("/") { base = "/" }
        while names.count > 1, let name = names.first, name != "**", let literal = GlobComponent(name).literal {
            base += literal + "/"
            names.removeFirst()
        }
        parts = names.map { $0 == "**" ? .folders : .component(GlobComponent($0)) }
    }

    /// Whether an argument is meant as a pattern.
    package static func isPattern(_ text: String) -> Bool {
        text.contains { "*?[{".contains($0) }
    }

    /// The patterns a text with `{a,b}` stands for, in order, without repetitions; an unclosed brace is itself.
    package static func patterns(_ text: String) -> [GlobPattern] {
        var seen: Set<String> = []
        return expanded(text[...]).filter { seen.insert($0).inserted }.map { GlobPattern($0) }
    }

    private static func expanded(_ text: Substring) -> [String] {
        guard let open = text.firstIndex(of: "{") else { return [String(text)] }
        var depth = 0
        var starts = [text.index(after: open)]
        for index in text[open...].indices {
            switch text[index] {
            case "{": depth += 1
            case "," where depth == 1: starts.append(text.index(after: index))
            case "}":
                depth -= 1
                guard depth == 0 else { continue }
                let ends = starts.dropFirst().map { text.index(before: $0) } + [index]
                let tails = expanded(text[text.index(after: index)...])
                return zip(starts, ends).flatMap { start, end in
                    expanded(text[start..<end]).flatMap { middle in tails.map { text[..<open] + middle + $0 } }
                }.map { String($0) }
            default: break
            }
        }
        return [String(text)]
    }
}
