import Foundation
import JavaScriptTokens

/// Refuses the `import()` of a service worker's module, where WebKit would take a script that it has, or one from a `data:` address, without a
/// request.
///
/// Source: [HostLoadImportedModule](https://html.spec.whatwg.org/multipage/webappapis.html#hostloadimportedmodule)
enum ImportRefusal {
    /// Stands for `import` in a call, and returns a promise that rejects with a `TypeError`. It names nothing that a script can replace, and
    /// begins with a keyword, so that no statement before it goes on there.
    private static let refusing =
        #"new class{constructor(){return(async()=>null["import() is not allowed in service workers"])()}}"#

    /// Returns a module whose calls of `import()` reject. Lines keep their numbers.
    static func refusing(in source: Data) -> Data {
        guard mayCall(source) else { return source }
        let tokens = ScriptTokens(String(decoding: source, as: UTF8.self))
        var bytes = tokens.lexer.bytes
        for index in tokens.all.indices.reversed() where isCall(index, tokens) {
            bytes.replaceSubrange(tokens.all[index].start..<tokens.all[index].end, with: refusing.utf8)
        }
        return Data(bytes)
    }

    /// Returns whether the word stands before a parenthesis or a comment somewhere, so that the script is worth reading.
    private static func mayCall(_ source: Data) -> Bool {
        let word = Data("import".utf8)
        var rest = source[...]
        while let found = rest.firstRange(of: word) {
            rest = rest[found.upperBound...]
            let next = rest.first { !($0 == 0x20 || (0x09...0x0D).contains($0)) }
            if next == UInt8(ascii: "(") || next == UInt8(ascii: "/") { return true }
        }
        return false
    }

    private static func isCall(_ index: Int, _ tokens: ScriptTokens) -> Bool {
        tokens.all[index].kind == .name && tokens.isAt(index, "import") && tokens.isAt(index + 1, "(")
            && !tokens.isAt(index - 1, ".") && !tokens.isAt(index - 1, "?.") && !isMethod(index, tokens)
    }

    /// Returns whether the word is the name of a method: a body follows the parameters, which are no literals.
    private static func isMethod(_ index: Int, _ tokens: ScriptTokens) -> Bool {
        let first = index + 2
        guard tokens.all.indices.contains(first),
            ![.string, .template, .number].contains(tokens.all[first].kind)
        else { return false }
        let depth = tokens.depths[index + 1]
        let end = tokens.all.indices[first...].first { tokens.depths[$0] == depth && tokens.isAt($0, ")") }
        return end.map { tokens.isAt($0 + 1, "{") } ?? false
    }
}
