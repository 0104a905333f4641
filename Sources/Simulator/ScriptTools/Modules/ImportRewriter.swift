import Foundation
import HTTPMessages
import JavaScriptTokens

/// Replaces the specifiers of a compiled module with addresses. Lines keep their numbers.
struct ImportRewriter {
    /// The module that a specifier names.
    enum Target {
        case address(String)
        /// A bundled CommonJS script, whose only export is `module.exports`. Importers share the names where one has `export *`.
        case commonJS(String, shared: Set<String>? = nil)
    }

    let target: (String) -> Target?

    /// Returns the text with addresses in place of specifiers that have a target.
    func rewritten(_ text: String) -> String {
        let syntax = ModuleSyntax(text)
        var bytes = syntax.tokens.lexer.bytes
        let specifiers = Self.specifiers(in: syntax)
        // All statements of a module import the same one, which is evaluated before the modules that follow the first statement.
        let names = Self.names(in: syntax)
        for specifier in specifiers.reversed() {
            guard let target = target(specifier.text) else { continue }
            let start = syntax.tokens.all[specifier.index].start
            var range = start..<syntax.tokens.all[specifier.index].end
            var replacement: String
            var clause = Clause()
            switch target {
            case .address(let address): replacement = JSONText.string(address)
            case .commonJS(let address, _) where specifier.isDynamic && !specifier.hasAttributes:
                // The closing parenthesis belongs to the call.
                range = range.lowerBound..<syntax.tokens.all[specifier.index + 1].end
                replacement =
                    JSONText.string(address) + ").then(({ default: value }) => \(CommonJSExports.namespace("value")))"
            case .commonJS(let address, let shared):
                clause = Clause(syntax, specifier)
                replacement = JSONText.string(
                    address + CommonJSExports.query(for: (shared ?? names[specifier.text, default: []]).sorted()))
            }
            if specifier.hasAttributes, !specifier.isDynamic {
                // A module of this program is JavaScript, whatever its file is.
                var end = specifier.index + 2
                while !syntax.tokens.isAt(end, "}"), end + 1 < syntax.tokens.all.count { end += 1 }
                range = range.lowerBound..<syntax.tokens.all[end].end
            }
            bytes.replaceSubrange(range, with: replacement.utf8)
            if let (range, name) = clause.namespace {
                bytes.replaceSubrange(range, with: "{ \(CommonJSExports.all) as \(name) }".utf8)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the specifiers of a compiled module.
    ///
    /// esbuild writes the statements of a module at the beginning of a line. The same words inside of a line may be a regular
    /// expression.
    static func specifiers(in syntax: ModuleSyntax) -> [ModuleSyntax.Specifier] {
        syntax.specifiers.filter {
            let start = syntax.tokens.all[$0.statement].start
            return $0.isDynamic || start == 0 || syntax.tokens.lexer.bytes[start - 1] == 0x0A
        }
    }

    /// Returns the names that the statements of a compiled module import from others, by specifier.
    static func names(in syntax: ModuleSyntax) -> [String: Set<String>] {
        var names: [String: Set<String>] = [:]
        for specifier in specifiers(in: syntax) where !specifier.isDynamic {
            let clause = Clause(syntax, specifier)
            names[specifier.text, default: []].formUnion(clause.names)
            if clause.namespace != nil { names[specifier.text, default: []].insert(CommonJSExports.all) }
        }
        return names
    }

    /// The names between `import` or `export` and `from`.
    private struct Clause {
        /// The names of the other module, without `default`.
        var names: [String] = []
        /// The bytes of `* as name`, and the name.
        var namespace: (range: Range<Int>, name: String)?

        init() {}

        init(_ syntax: ModuleSyntax, _ specifier: ModuleSyntax.Specifier) {
            let tokens = syntax.tokens
            var index = specifier.statement + 1
            while index < specifier.index {
                defer { index += 1 }
                if tokens.isAt(index, "*"), tokens.isAt(index + 1, "as") {
                    namespace = (tokens.all[index].start..<tokens.all[index + 2].end, tokens.text(at: index + 2))
                    index += 2
                } else if tokens.isAt(index, "{") {
                    while !tokens.isAt(index + 1, "}"), index + 1 < specifier.index {
                        index += 1
                        if tokens.isAt(index, ",") { continue }
                        let name = tokens.string(at: index) ?? tokens.text(at: index)
                        if name != "default" { names.append(name) }
                        if tokens.isAt(index + 1, "as") { index += 2 }
                    }
                }
            }
        }
    }
}
