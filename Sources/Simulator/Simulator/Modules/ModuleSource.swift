import JavaScriptTokens

/// A module, rewritten as a function. JavaScriptCore's C API evaluates only scripts. The rewritten text keeps the lines of the
/// module.
///
/// Each `import` becomes a constant, which is set before the module runs. An error reports `import()`, `import.meta`, and the
/// export of a destructuring declaration.
struct ModuleSource {
    struct Import: Equatable {
        var specifier: String
        var line: Int
        /// The names that the other module must export.
        var names: [String] = []
    }

    /// The source of a function. Its parameters are a list of namespaces, in the order of ``imports``, and the functions that
    /// define exports.
    private(set) var script = ""
    private(set) var imports: [Import] = []
    /// The names of the module's exports.
    private(set) var exports: Set<String> = []
    /// The indices in ``imports`` of the modules that an `export *` names.
    private(set) var starExports: [Int] = []

    private let tokens: ScriptTokens
    private let file: String
    private var index = 0
    private var edits: [(range: Range<Int>, text: String)] = []
    /// The exported names, with the expressions of their values.
    private var getters: [(name: String, value: String)] = []
    private var end = ""

    /// Rewrites a module.
    ///
    /// - Parameter file: the name of the file, for errors.
    init(_ text: String, file: String) throws(NativeCallError) {
        tokens = ScriptTokens(text)
        self.file = file
        while index < tokens.all.count {
            let token = tokens.all[index]
            if token.kind == .name, word(at: index - 1) != "." {
                switch word(at: index) {
                case "import" where word(at: index + 1) == "(" || word(at: index + 1) == ".":
                    let form = word(at: index + 1) == "(" ? "import()" : "import.meta"
                    throw failure("\(form) is not available here. Use an import at the top of the module.", at: index)
                case "import" where tokens.depths[index] == 0: try readImport()
                case "export" where tokens.depths[index] == 0 && word(at: index + 1) != ":": try readExport()
                default: break
                }
            }
            index += 1
        }
        script = assembled
    }

    // MARK: Reading

    private func word(at index: Int) -> String { tokens.text(at: index) }

    private func line(at index: Int) -> Int {
        let token = tokens.all.indices.contains(index) ? tokens.all[index] : tokens.all.last
        return tokens.lexer.place(of: token?.start ?? 0).line
    }

    private func failure(_ message: String, at index: Int) -> NativeCallError {
        NativeCallError(message, file: file, line: line(at: index))
    }

    private func unreadable(_ statement: String) -> NativeCallError {
        failure("SyntaxError: this \(statement) cannot be read", at: index)
    }

    /// Returns the text of a string token without its quotes.
    private func specifier(at index: Int, _ statement: String) throws(NativeCallError) -> String {
        guard let text = tokens.string(at: index) else { throw unreadable(statement) }
        return text
    }

    /// Replaces the tokens from `start` up to the current one, and keeps their line breaks.
    private mutating func replace(from start: Int, with text: String) {
        let last = min(index, tokens.all.count - 1)
        let range = tokens.all[start].start..<tokens.all[last].end
        let breaks = String(
            repeating: "\n", count: tokens.lexer.bytes[range].lazy.filter { $0 == UInt8(ascii: "\n") }.count)
        edits.append((range, text + breaks))
    }

    /// Reads `{ a, b as c, default as d }`. The closing brace becomes the current token.
    private mutating func readNames(_ statement: String) throws(NativeCallError) -> [(name: String, other: String)] {
        var names: [(String, String)] = []
        index += 1
        while word(at: index) != "}" {
            guard index < tokens.all.count, [.name, .string].contains(tokens.all[index].kind) else {
                throw unreadable(statement)
            }
            let name = word(at: index)
            index += 1
            var other = name
            if word(at: index) == "as" {
                other = word(at: index + 1)
                index += 2
            }
            names.append((name, other))
            if word(at: index) == "," { index += 1 } else if word(at: index) != "}" { throw unreadable(statement) }
        }
        return names
    }

    /// Skips `with { type: "json" }` and a semicolon.
    private mutating func finishStatement() {
        if word(at: index + 1) == "with", word(at: index + 2) == "{" {
            while index < tokens.all.count, word(at: index) != "}" { index += 1 }
        }
        if word(at: index + 1) == ";" { index += 1 }
    }

    private mutating func readImport() throws(NativeCallError) {
        let start = index
        let place = imports.count
        var found = Import(specifier: "", line: line(at: start))
        var bindings: [String] = []
        index += 1
        if tokens.all.indices.contains(index), tokens.all[index].kind == .name,
            word(at: index) != "from" || word(at: index + 1) == "from"
        {
            bindings.append("const \(word(at: index)) = ___imports[\(place)].default;")
            found.names.append("default")
            index += 1
            if word(at: index) == "," { index += 1 }
        }
        if word(at: index) == "*", word(at: index + 1) == "as" {
            bindings.append("const \(word(at: index + 2)) = ___imports[\(place)];")
            index += 3
        } else if word(at: index) == "{" {
            let names = try readNames("import")
            bindings.append(
                "const { \(names.map { "\($0.name): \($0.other)" }.joined(separator: ", ")) } = ___imports[\(place)];")
            found.names += names.map { Self.plain($0.name) }
            index += 1
        }
        if !bindings.isEmpty {
            guard word(at: index) == "from" else { throw unreadable("import") }
            index += 1
        }
        found.specifier = try specifier(at: index, "import")
        finishStatement()
        imports.append(found)
        replace(from: start, with: bindings.joined(separator: " "))
    }

    private static func plain(_ name: String) -> String {
        name.hasPrefix("\"") || name.hasPrefix("'") ? String(name.dropFirst().dropLast()) : name
    }

    private mutating func add(_ name: String, _ value: String) {
        let name = Self.plain(name)
        exports.insert(name)
        getters.append((name, value))
    }

    private mutating func readExport() throws(NativeCallError) {
        let start = index
        index += 1
        switch word(at: index) {
        case "default": readDefault(start)
        case "{":
            let names = try readNames("export")
            if word(at: index + 1) == "from" {
                index += 2
                let place = imports.count
                imports.append(
                    Import(
                        specifier: try specifier(at: index, "export"), line: line(at: start),
                        names: names.map { Self.plain($0.name) }))
                for name in names {
                    add(name.other, "___imports[\(place)][\(NativeValue.string(Self.plain(name.name)).json)]")
                }
            } else {
                for name in names { add(name.other, name.name) }
            }
            finishStatement()
            replace(from: start, with: ";")
        case "*":
            let place = imports.count
            if word(at: index + 1) == "as" {
                add(word(at: index + 2), "___imports[\(place)]")
                index += 2
            } else {
                starExports.append(place)
            }
            guard word(at: index + 1) == "from" else { throw unreadable("export") }
            index += 2
            imports.append(Import(specifier: try specifier(at: index, "export"), line: line(at: start)))
            finishStatement()
            replace(from: start, with: ";")
        default: try readDeclaration(start)
        }
    }

    private mutating func readDefault(_ start: Int) {
        var next = index + 1
        let isAsync = word(at: next) == "async" && word(at: next + 1) == "function"
        if isAsync { next += 1 }
        guard ["function", "class"].contains(word(at: next)) else {
            exports.insert("default")
            getters.append(("default", "___default"))
            return replace(from: start, with: "___default =")
        }
        var name = next + 1
        if word(at: name) == "*" { name += 1 }
        let isNamed = tokens.all.indices.contains(name) && tokens.all[name].kind == .name && word(at: name) != "extends"
        add("default", isNamed ? word(at: name) : "___declared")
        replace(from: start, with: "")
        if !isNamed {
            let place = tokens.all[name - 1].end
            edits.append((place..<place, " ___declared"))
        }
    }

    private mutating func readDeclaration(_ start: Int) throws(NativeCallError) {
        let keyword = word(at: index)
        switch keyword {
        case "async", "function", "class":
            var name = index + (keyword == "async" ? 2 : 1)
            if word(at: name) == "*" { name += 1 }
            add(word(at: name), word(at: name))
        case "const", "let", "var":
            for name in try declaredNames(from: index + 1) { add(name, name) }
        default: throw unreadable("export")
        }
        index -= 1
        replace(from: start, with: "")
    }

    /// Returns the declared names of a list such as `a = 1, b, c = f(x, y)`.
    private func declaredNames(from first: Int) throws(NativeCallError) -> [String] {
        var names: [String] = []
        var place = first
        var isName = true
        while place < tokens.all.count {
            if isName {
                guard tokens.all[place].kind == .name else {
                    throw failure(
                        "An export of a destructuring declaration is not available here. Use export { … }.", at: place)
                }
                names.append(word(at: place))
                isName = false
            } else if tokens.depths[place] == 0 {
                let text = word(at: place)
                if text == ";" || tokens.statementEnds(before: place) { break }
                if text == "," { isName = true }
            }
            place += 1
        }
        return names
    }

    // MARK: Writing

    private var assembled: String {
        let bytes = tokens.lexer.bytes
        var body: [UInt8] = []
        var position = 0
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            body += bytes[position..<edit.range.lowerBound]
            body += Array(edit.text.utf8)
            position = edit.range.upperBound
        }
        body += bytes[position...]
        if body.starts(with: "#!".utf8) { body.replaceSubrange(0..<2, with: Array("//".utf8)) }
        let properties = getters.map { "get \(NativeValue.string($0.name).json)() { return \($0.value); }" }
        let stars = starExports.map { "___exports.star(___imports[\($0)]); " }.joined()
        return "(function (___imports, ___exports) { \"use strict\"; let ___default; ___exports.define({ "
            + properties.joined(separator: ", ") + " }); " + stars + String(decoding: body, as: UTF8.self) + "\n})"
    }
}
