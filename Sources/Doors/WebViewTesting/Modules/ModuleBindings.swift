import JavaScriptTokens

/// The names that a module takes from others and gives to others, found in its tokens.
struct ModuleBindings {
    /// A name that the module imports or exports again.
    struct Imported: Equatable {
        /// The name in the other module; `default` for its default export.
        var name: String
        /// The name in WebKit's error: the exported one where the name is exported again.
        var reportedName: String
        var specifier: String
        /// The line and column of the name, both from 1.
        var line: Int
        var column: Int
    }

    /// The imported names in their order.
    private(set) var imported: [Imported] = []
    /// The exported names, without those of ``starSources``.
    private(set) var exported: Set<String> = []
    /// The specifiers of `export * from`.
    private(set) var starSources: [String] = []
    /// Whether ``exported`` may lack names, since the module exports patterns or what the scanner does not know.
    private(set) var lacksExports = false

    init(_ tokens: ScriptTokens) {
        for index in tokens.all.indices where tokens.depths[index] == 0 && tokens.all[index].kind == .name {
            if tokens.isAt(index, "import") {
                noteImport(index + 1, tokens)
            } else if tokens.isAt(index, "export") {
                noteExport(index + 1, tokens)
            }
        }
    }

    private mutating func noteImport(_ start: Int, _ tokens: ScriptTokens) {
        var index = start
        var names: [(name: String, reported: String, index: Int)] = []
        if tokens.isName(index), !tokens.isAt(index, "from") || tokens.isAt(index + 1, "from") {
            names.append(("default", "default", index))
            index += 1
            if tokens.isAt(index, ",") { index += 1 }
        }
        if tokens.isAt(index, "*") {
            index += 3
        } else if tokens.isAt(index, "{") {
            let list = list(from: index, tokens)
            names += list.names.map { ($0.own, $0.own, $0.index) }
            index = list.end
        }
        add(names, from: index, tokens)
    }

    private mutating func noteExport(_ start: Int, _ tokens: ScriptTokens) {
        switch tokens.text(at: start) {
        case "default": exported.insert("default")
        case "*":
            let isNamespace = tokens.isAt(start + 1, "as")
            if isNamespace { exported.insert(tokens.name(start + 2)) }
            let source = start + (isNamespace ? 4 : 2)
            if !isNamespace, let specifier = tokens.string(at: source) { starSources.append(specifier) }
        case "{":
            let list = list(from: start, tokens)
            exported.formUnion(list.names.map(\.other))
            add(list.names.map { ($0.own, $0.other, $0.index) }, from: list.end, tokens)
        case "const", "let", "var": noteVariables(start + 1, tokens)
        case "function": exported.insert(tokens.name(tokens.isAt(start + 1, "*") ? start + 2 : start + 1))
        case "async": exported.insert(tokens.name(tokens.isAt(start + 2, "*") ? start + 3 : start + 2))
        case "class": exported.insert(tokens.name(start + 1))
        default: lacksExports = true
        }
    }

    /// Notes the variables of a declaration. Names of a statement that follows without a semicolon may be among them.
    private mutating func noteVariables(_ start: Int, _ tokens: ScriptTokens) {
        var index = start
        repeat {
            guard tokens.isName(index) else {
                lacksExports = true
                return
            }
            exported.insert(tokens.name(index))
            while tokens.all.indices.contains(index), tokens.depths[index] > 0 || !tokens.isAt(index, ",") {
                if tokens.depths[index] == 0, tokens.isAt(index, ";") || tokens.isAt(index, "export") { return }
                index += 1
            }
            index += 1
        } while tokens.all.indices.contains(index)
    }

    /// Returns the names of a list in braces, and the index after it.
    private func list(from start: Int, _ tokens: ScriptTokens) -> (
        names: [(own: String, other: String, index: Int)], end: Int
    ) {
        var names: [(own: String, other: String, index: Int)] = []
        var index = start + 1
        while tokens.all.indices.contains(index), !tokens.isAt(index, "}") {
            let own = index
            if tokens.isAt(index + 1, "as") { index += 2 }
            names.append((tokens.name(own), tokens.name(index), own))
            index += tokens.isAt(index + 1, ",") ? 2 : 1
        }
        return (names, index + 1)
    }

    /// Adds names of the module that `from` at an index tells.
    private mutating func add(
        _ names: [(name: String, reported: String, index: Int)], from index: Int, _ tokens: ScriptTokens
    ) {
        guard tokens.isAt(index, "from"), let specifier = tokens.string(at: index + 1) else { return }
        for (name, reported, index) in names {
            let place = tokens.lexer.place(of: tokens.all[index].start)
            imported.append(
                Imported(
                    name: name, reportedName: reported, specifier: specifier, line: place.line, column: place.column))
        }
    }
}

extension ScriptTokens {
    fileprivate func isName(_ index: Int) -> Bool {
        all.indices.contains(index) && all[index].kind == .name
    }

    /// Returns a name, which may be written as a string.
    fileprivate func name(_ index: Int) -> String { string(at: index) ?? text(at: index) }
}
