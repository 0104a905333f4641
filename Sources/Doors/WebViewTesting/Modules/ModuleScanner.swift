import JavaScriptTokens

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

    let tokens: ScriptTokens

    /// Scans a script.
    init(_ text: String) {
        tokens = ScriptTokens(text)
        for index in tokens.all.indices { note(index) }
    }

    private mutating func note(_ index: Int) {
        noteExport(index)
        guard tokens.all[index].kind == .name, !tokens.isAt(index - 1, "."), !tokens.isAt(index - 1, "?.") else {
            return
        }
        names.insert(tokens.text(at: index))
        if tokens.isAt(index, "import"), !tokens.isAt(index + 1, ":") {
            if tokens.isAt(index + 1, "(") {
                if tokens.isAt(index + 3, ")") || tokens.isAt(index + 3, ",") { add(index + 2, isDynamic: true) }
            } else if !tokens.isAt(index + 1, ".") {
                isModule = true
                noteSource(after: index)
            } else {
                isModule = true
            }
        } else if tokens.isAt(index, "export"), !tokens.isAt(index + 1, ":"), !tokens.isAt(index + 1, "=") {
            isModule = true
            if tokens.isAt(index + 1, "{") || tokens.isAt(index + 1, "*") { noteSource(after: index) }
        } else if tokens.isAt(index, "require"), tokens.isAt(index + 1, "("), tokens.isAt(index + 3, ")") {
            if let name = text(index + 2) { required.append(name) }
        }
    }

    /// Records the name of `exports.name =` or `module.exports.name =`.
    private mutating func noteExport(_ index: Int) {
        guard tokens.isAt(index, "exports"), tokens.isAt(index + 1, "."), tokens.isAt(index + 3, "="),
            tokens.all[index + 2].kind == .name,
            !tokens.isAt(index - 1, ".") || tokens.isAt(index - 2, "module")
        else { return }
        let name = tokens.text(at: index + 2)
        if name != "default", !exported.contains(name) { exported.append(name) }
    }

    /// Records the module of `import … from "x"` or `export … from "x"`.
    private mutating func noteSource(after index: Int) {
        var at = index + 1
        if text(at) != nil { return add(at, isDynamic: false) }
        var open = 0
        while tokens.all.indices.contains(at) {
            if tokens.isAt(at, "{") { open += 1 }
            if tokens.isAt(at, "}") { open -= 1 }
            if open == 0, tokens.isAt(at, "from"), text(at + 1) != nil { return add(at + 1, isDynamic: false) }
            let isPart = tokens.all[at].kind == .name || tokens.all[at].kind == .string
            guard isPart || tokens.isAt(at, "{") || tokens.isAt(at, "}") || tokens.isAt(at, ",") || tokens.isAt(at, "*")
            else { return }
            at += 1
        }
    }

    private func text(_ index: Int) -> String? {
        guard let text = tokens.string(at: index), !text.contains("\\") else { return nil }
        return text
    }

    private mutating func add(_ index: Int, isDynamic: Bool) {
        guard let specifier = text(index) else { return }
        let place = tokens.lexer.place(of: tokens.all[index].start)
        imports.append(
            ModuleImport(specifier: specifier, isDynamic: isDynamic, line: place.line, column: place.column))
    }
}
