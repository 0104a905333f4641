import Foundation
import HTTPMessages
import JavaScriptTokens

/// Replaces the specifiers of a compiled module with addresses. Lines keep their numbers.
struct ImportRewriter {
    /// The module that a specifier names.
    enum Target {
        case address(String)
        /// A bundled CommonJS script, whose only export is `module.exports`.
        case commonJS(String)
    }

    let target: (String) -> Target?

    /// Returns the text with addresses in place of specifiers that have a target.
    func rewritten(_ text: String) -> String {
        let syntax = ModuleSyntax(text)
        var bytes = syntax.tokens.lexer.bytes
        for (number, specifier) in syntax.specifiers.enumerated().reversed() {
            guard specifier.isDynamic || beginsLine(syntax.tokens.all[specifier.statement], bytes),
                let target = target(specifier.text)
            else { continue }
            let start = syntax.tokens.all[specifier.index].start
            var range = start..<syntax.tokens.all[specifier.index].end
            var replacement: String
            switch target {
            case .address(let address): replacement = JSONText.string(address)
            case .commonJS(let address) where specifier.isDynamic && !specifier.hasAttributes:
                // The closing parenthesis belongs to the call.
                range = range.lowerBound..<syntax.tokens.all[specifier.index + 1].end
                replacement = JSONText.string(address) + ").then(({ default: value }) => \(Self.namespace("value")))"
            case .commonJS(let address):
                range = syntax.tokens.all[specifier.statement].start..<range.upperBound
                let breaks = bytes[range].count { $0 == 0x0A }
                replacement =
                    Clause(syntax, specifier).statement(of: address, name: "__package\(number)")
                    + String(repeating: "\n", count: breaks)
            }
            if specifier.hasAttributes, !specifier.isDynamic {
                // A module of this program is JavaScript, whatever its file is.
                var end = specifier.index + 2
                while !syntax.tokens.isAt(end, "}"), end + 1 < syntax.tokens.all.count { end += 1 }
                range = range.lowerBound..<syntax.tokens.all[end].end
            }
            bytes.replaceSubrange(range, with: replacement.utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns whether a token is the first of a line, without spaces before it.
    ///
    /// esbuild writes the statements of a module so. The same words inside of a line may be a regular expression.
    private func beginsLine(_ token: ScriptToken, _ bytes: [UInt8]) -> Bool {
        token.start == 0 || bytes[token.start - 1] == 0x0A
    }

    /// Returns an expression for the namespace of a CommonJS script. Compilers mark modules that they converted with `__esModule`.
    private static func namespace(_ value: String) -> String {
        "(\(value)?.__esModule ? \(value) : { ...\(value), default: \(value) })"
    }

    /// The names between `import` or `export` and `from`.
    private struct Clause {
        private var isExport = false
        private var namespace: String?
        private var names: [(other: String, own: String)] = []

        init(_ syntax: ModuleSyntax, _ specifier: ModuleSyntax.Specifier) {
            let tokens = syntax.tokens
            isExport = tokens.isAt(specifier.statement, "export")
            var index = specifier.statement + 1
            while index < specifier.index {
                defer { index += 1 }
                if tokens.isAt(index, "*") {
                    guard tokens.isAt(index + 1, "as") else { continue }
                    namespace = tokens.text(at: index + 2)
                    index += 2
                } else if tokens.isAt(index, "{") {
                    while !tokens.isAt(index + 1, "}"), index + 1 < specifier.index {
                        index += 1
                        if tokens.isAt(index, ",") { continue }
                        let isRenamed = tokens.isAt(index + 1, "as")
                        names.append((tokens.text(at: index), tokens.text(at: isRenamed ? index + 2 : index)))
                        if isRenamed { index += 2 }
                    }
                } else if tokens.all[index].kind == .name, index + 1 < specifier.index || !tokens.isAt(index, "from") {
                    names.append(("default", tokens.text(at: index)))
                }
            }
        }

        /// Returns statements that take the names from the module at an address.
        func statement(of address: String, name: String) -> String {
            var text = "import \(name) from \(JSONText.string(address));"
            if let namespace {
                text +=
                    isExport
                    ? " const \(name)_all = \(ImportRewriter.namespace(name)); export { \(name)_all as \(namespace) }"
                    : " const \(namespace) = \(ImportRewriter.namespace(name));"
            }
            for (index, (other, own)) in names.enumerated() {
                let value =
                    other == "default"
                    ? "\(name)?.__esModule ? \(name).default : \(name)"
                    : other.hasPrefix("\"") ? "\(name)[\(other)]" : "\(name).\(other)"
                text +=
                    isExport
                    ? " const \(name)_\(index) = \(value); export { \(name)_\(index) as \(own) };"
                    : " const \(own) = \(value);"
            }
            return text
        }
    }
}
