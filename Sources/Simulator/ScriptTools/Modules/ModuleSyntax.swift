import JavaScriptTokens

/// The specifiers and names in a script, found in its tokens without a parser.
package struct ModuleSyntax: Sendable {
    /// A specifier of an `import` or `export`.
    struct Specifier {
        var text: String
        /// The index of its token.
        var index: Int
        /// The index of the token `import` or `export`.
        var statement: Int
        var isDynamic: Bool
        /// Whether the statement is `export * from "x"`.
        var isStar = false
        /// Whether import attributes follow, such as `with { type: "json" }`.
        var hasAttributes: Bool
    }

    let tokens: ScriptTokens
    private(set) var specifiers: [Specifier] = []
    /// The names that the script uses, without names of members.
    package private(set) var names: Set<String> = []
    /// Whether the script uses `import.meta.env`.
    private(set) var usesEnvironment = false

    /// Reads a script in JavaScript or TypeScript.
    package init(_ text: String) {
        tokens = ScriptTokens(text)
        for index in tokens.all.indices { read(index) }
    }

    /// The specifiers.
    package var imports: Set<String> { Set(specifiers.map(\.text)) }

    private mutating func read(_ index: Int) {
        guard tokens.all[index].kind == .name, !tokens.isAt(index - 1, "."), !tokens.isAt(index - 1, "?.") else {
            return
        }
        names.insert(tokens.text(at: index))
        if tokens.isAt(index, "import") {
            if tokens.isAt(index + 1, "(") {
                if tokens.isAt(index + 3, ")") || tokens.isAt(index + 3, ",") { add(index + 2, index, isDynamic: true) }
            } else if tokens.isAt(index + 1, ".") {
                if tokens.isAt(index + 2, "meta"), tokens.isAt(index + 4, "env") { usesEnvironment = true }
            } else {
                readSource(after: index)
            }
        } else if tokens.isAt(index, "export") {
            // `export type { Shape } from "./shape"`
            let list = tokens.isAt(index + 1, "type") ? index + 2 : index + 1
            if tokens.isAt(list, "{") || tokens.isAt(list, "*") { readSource(after: index) }
        }
    }

    /// Reads the specifier of `import … from "x"` or `export … from "x"`.
    private mutating func readSource(after statement: Int) {
        var index = statement + 1
        if add(index, statement) { return }
        var open = 0
        while tokens.all.indices.contains(index) {
            if tokens.isAt(index, "{") { open += 1 }
            if tokens.isAt(index, "}") { open -= 1 }
            if open == 0, tokens.isAt(index, "from"), add(index + 1, statement) { return }
            let isPart = [.name, .string].contains(tokens.all[index].kind)
            guard isPart || ["{", "}", ",", "*"].contains(tokens.text(at: index)) else { return }
            index += 1
        }
    }

    @discardableResult
    private mutating func add(_ index: Int, _ statement: Int, isDynamic: Bool = false) -> Bool {
        guard let text = tokens.string(at: index), !text.contains("\\") else { return false }
        let hasAttributes =
            (tokens.isAt(index + 1, "with") || tokens.isAt(index + 1, "assert")) && tokens.isAt(index + 2, "{")
        specifiers.append(
            Specifier(
                text: text, index: index, statement: statement, isDynamic: isDynamic,
                isStar: tokens.isAt(statement, "export") && tokens.isAt(statement + 1, "*") && index == statement + 3,
                hasAttributes: hasAttributes || isDynamic && tokens.isAt(index + 1, ",")))
        return true
    }
}
