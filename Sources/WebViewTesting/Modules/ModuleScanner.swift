/// A module that a script imports.
struct ModuleImport: Equatable {
    /// The specifier in the source text.
    var specifier: String
    /// Whether the import is an `import()`, whose failure the script may handle.
    var isDynamic: Bool
    /// The line and column of the specifier, both from 1.
    var line: Int
    var column: Int
}

/// A scanner that finds the imports of a script in its tokens, without a parser.
struct ModuleScanner {
    /// The imports in their order.
    private(set) var imports: [ModuleImport] = []
    /// The specifiers of `require()`.
    private(set) var required: [String] = []
    /// The names that the script assigns to `exports`.
    var exported: [String] = []
    /// The names that the script uses, without names of members.
    private(set) var names: Set<String> = []
    /// Whether the script has an `import` or `export`.
    private(set) var isModule = false
    /// Whether the script uses CommonJS.
    var isCommonJS: Bool { !isModule && (!required.isEmpty || names.contains("module") || names.contains("exports")) }

    private let lexer: ScriptLexer
    private var tokens: [ScriptToken] = []

    /// Scans a script. The scan ends at the first invalid token.
    init(_ text: String) {
        lexer = ScriptLexer(bytes: Array(text.utf8))
        readTokens()
        for index in tokens.indices { note(index) }
        tokens = []
    }

    private mutating func readTokens() {
        var position = 0
        // The number of open braces in the expression of each open template.
        var templates: [Int] = []
        while let token = try? lexer.token(from: position), token.kind != .end {
            var token = token
            if token.kind == .punctuator {
                if lexer.text(of: token, is: "/") || lexer.text(of: token, is: "/="), beginsExpression {
                    token = (try? lexer.regularExpression(at: token.start)) ?? token
                } else if lexer.text(of: token, is: "{"), !templates.isEmpty {
                    templates[templates.count - 1] += 1
                } else if lexer.text(of: token, is: "}"), let open = templates.last {
                    templates[templates.count - 1] -= 1
                    if open == 0 {
                        templates.removeLast()
                        token.kind = .template
                    }
                }
            }
            if token.kind == .template {
                guard let part = try? lexer.templatePart(from: token.end) else { return }
                if !part.isClosed { templates.append(0) }
                token.end = part.end
                // An expression follows `${`, and an operator follows a template.
                token.kind = part.isClosed ? .string : .punctuator
                if part.isClosed { token.start = token.end }
            }
            tokens.append(token)
            position = token.end
        }
    }

    /// Whether a slash after the last token begins a regular expression.
    private var beginsExpression: Bool {
        guard let last = tokens.last else { return true }
        switch last.kind {
        case .name:
            let words: [StaticString] = [
                "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do", "await",
                "yield",
                "instanceof",
            ]
            return words.contains { lexer.text(of: last, is: $0) }
        case .punctuator: return !(lexer.text(of: last, is: ")") || lexer.text(of: last, is: "]"))
        default: return false
        }
    }

    private func isAt(_ index: Int, _ text: StaticString) -> Bool {
        tokens.indices.contains(index) && tokens[index].kind != .string && lexer.text(of: tokens[index], is: text)
    }

    private mutating func note(_ index: Int) {
        noteExport(index)
        guard tokens[index].kind == .name, !isAt(index - 1, "."), !isAt(index - 1, "?.") else { return }
        names.insert(lexer.text(of: tokens[index]))
        if isAt(index, "import"), !isAt(index + 1, ":") {
            if isAt(index + 1, "(") {
                if isAt(index + 3, ")") || isAt(index + 3, ",") { add(index + 2, isDynamic: true) }
            } else if !isAt(index + 1, ".") {
                isModule = true
                noteSource(after: index)
            } else {
                isModule = true
            }
        } else if isAt(index, "export"), !isAt(index + 1, ":"), !isAt(index + 1, "=") {
            isModule = true
            if isAt(index + 1, "{") || isAt(index + 1, "*") { noteSource(after: index) }
        } else if isAt(index, "require"), isAt(index + 1, "("), isAt(index + 3, ")") {
            if let name = text(index + 2) { required.append(name) }
        }
    }

    /// Records the name of `exports.name =` or `module.exports.name =`.
    private mutating func noteExport(_ index: Int) {
        guard isAt(index, "exports"), isAt(index + 1, "."), isAt(index + 3, "="), tokens[index + 2].kind == .name,
            !isAt(index - 1, ".") || isAt(index - 2, "module")
        else { return }
        let name = lexer.text(of: tokens[index + 2])
        if name != "default", !exported.contains(name) { exported.append(name) }
    }

    /// Records the module of `import … from "x"` or `export … from "x"`.
    private mutating func noteSource(after index: Int) {
        var at = index + 1
        if text(at) != nil { return add(at, isDynamic: false) }
        var open = 0
        while tokens.indices.contains(at) {
            if isAt(at, "{") { open += 1 }
            if isAt(at, "}") { open -= 1 }
            if open == 0, isAt(at, "from"), text(at + 1) != nil { return add(at + 1, isDynamic: false) }
            let isPart = tokens[at].kind == .name || tokens[at].kind == .string
            guard isPart || isAt(at, "{") || isAt(at, "}") || isAt(at, ",") || isAt(at, "*") else { return }
            at += 1
        }
    }

    private func text(_ index: Int) -> String? {
        guard tokens.indices.contains(index), tokens[index].kind == .string else { return nil }
        let token = tokens[index]
        guard token.end - token.start >= 2 else { return nil }
        let text = String(decoding: lexer.bytes[(token.start + 1)..<(token.end - 1)], as: UTF8.self)
        return text.contains("\\") ? nil : text
    }

    private mutating func add(_ index: Int, isDynamic: Bool) {
        guard let specifier = text(index) else { return }
        let before = lexer.bytes[..<tokens[index].start]
        let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        imports.append(
            ModuleImport(
                specifier: specifier, isDynamic: isDynamic, line: before.count { $0 == 0x0A } + 1,
                column: String(decoding: before[start...], as: UTF8.self).utf16.count + 1))
    }
}
