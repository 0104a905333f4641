import JavaScriptTokens

/// The names that a CommonJS script exports, found in its tokens. Names that the script computes are not found.
struct CommonJSNames {
    private(set) var names: Set<String> = []
    /// The specifiers of scripts whose names the script exports, too.
    private(set) var sources: Set<String> = []
    private let tokens: ScriptTokens
    private static let helpers = ["__exportStar", "__export", "__reExport"]
    /// The specifiers of variables that have a required script.
    private var variables: [String: String] = [:]

    init(_ text: String) {
        tokens = ScriptTokens(text)
        for index in tokens.all.indices {
            // TypeScript's functions may be members of the module tslib.
            if !tokens.isAt(index - 1, ".") || Self.helpers.contains(tokens.text(at: index)) { read(index) }
        }
        names.remove("__esModule")
    }

    private mutating func read(_ index: Int) {
        if let end = endOfExports(index) {
            if let name = member(end), tokens.isAt(name.end, "=") {
                names.insert(name.text)
            } else if tokens.isAt(end, "=") {
                readValue(end + 1)
            }
        } else if tokens.isAt(index, "Object"), tokens.isAt(index + 2, "defineProperty"), tokens.isAt(index + 3, "("),
            let end = endOfExports(index + 4), tokens.isAt(end, ","), let name = tokens.string(at: end + 1)
        {
            names.insert(name)
        } else if tokens.isAt(index, "Object"), tokens.isAt(index + 2, "keys"), tokens.isAt(index + 3, "("),
            tokens.isAt(index + 5, ")"), tokens.isAt(index + 7, "forEach")
        {
            // Babel's form of `export *`.
            if let source = variables[tokens.text(at: index + 4)] { sources.insert(source) }
        } else if Self.helpers.contains(tokens.text(at: index)),
            tokens.isAt(index + 1, "(")
        {
            readHelper(index + 2)
        } else if tokens.isAt(index + 1, "="), tokens.all[index].kind == .name,
            let source = required(index + 2) ?? required(index + 4)
        {
            variables[tokens.text(at: index)] = source
        }
    }

    /// Reads the arguments of a function that compilers write for `export *` and for names.
    private mutating func readHelper(_ index: Int) {
        var index = index
        if let end = endOfExports(index) ?? (tokens.isAt(index + 1, ",") ? index + 1 : nil) { index = end + 1 }
        if tokens.isAt(index, "{") {
            readObject(index)
        } else if let source = required(index) ?? required(index + 2) {
            sources.insert(source)
        }
    }

    /// Reads the value of `module.exports`.
    private mutating func readValue(_ index: Int) {
        if tokens.isAt(index, "{") {
            readObject(index)
        } else if let source = required(index) {
            sources.insert(source)
        } else if let end = endOfExports(index), tokens.isAt(end, "=") {
            readValue(end + 1)
        }
    }

    private mutating func readObject(_ open: Int) {
        let depth = tokens.depths[open] + 1
        var index = open + 1
        while tokens.all.indices.contains(index), tokens.depths[index] >= depth {
            let isFirst = tokens.depths[index] == depth && (index == open + 1 || tokens.isAt(index - 1, ","))
            if isFirst, tokens.isAt(index, "...") {
                if let source = required(index + 1) { sources.insert(source) }
            } else if isFirst {
                let isAccessor =
                    ["get", "set", "async"].contains(tokens.text(at: index)) && tokens.isAt(index + 2, "(")
                let name = isAccessor ? index + 1 : index
                if let text = tokens.string(at: name) { names.insert(text) }
                if tokens.all[name].kind == .name { names.insert(tokens.text(at: name)) }
            }
            index += 1
        }
    }

    /// Returns the index after `exports` or `module.exports`.
    private func endOfExports(_ index: Int) -> Int? {
        if tokens.isAt(index, "exports") { return index + 1 }
        return tokens.isAt(index, "module") && tokens.isAt(index + 1, ".") && tokens.isAt(index + 2, "exports")
            ? index + 3 : nil
    }

    /// Returns the name of a member, and the index after it.
    private func member(_ index: Int) -> (text: String, end: Int)? {
        if tokens.isAt(index, "."), tokens.all.indices.contains(index + 1) {
            return (tokens.text(at: index + 1), index + 2)
        }
        guard tokens.isAt(index, "["), tokens.isAt(index + 2, "]") else { return nil }
        return tokens.string(at: index + 1).map { ($0, index + 3) }
    }

    /// Returns the specifier of `require("x")`.
    private func required(_ index: Int) -> String? {
        tokens.isAt(index, "require") && tokens.isAt(index + 1, "(") ? tokens.string(at: index + 2) : nil
    }
}
