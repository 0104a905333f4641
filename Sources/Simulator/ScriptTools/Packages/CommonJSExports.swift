import Foundation
import HTTPMessages

/// The module that gives the exports of a bundled CommonJS script, whose only export is `module.exports`. Its query names them.
enum CommonJSExports {
    /// The export that has all members of `module.exports`. The name of a namespace cannot be exported itself.
    static let all = "___all"
    private static let key = "names="

    /// Returns the query for the names of an import, with its question mark.
    static func query(for names: [String]) -> String {
        let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "_$"))
        let encoded = names.map { $0.addingPercentEncoding(withAllowedCharacters: allowed) ?? "" }
        return "?" + key + encoded.joined(separator: ",")
    }

    /// Returns the module; nil for a query that asks for none.
    ///
    /// - Parameter name: the name of the script's own module, in the same folder.
    static func text(of name: String, query: String) -> String? {
        guard query.hasPrefix(key) else { return nil }
        let names = query.dropFirst(key.count).split(separator: ",").compactMap { $0.removingPercentEncoding }
        var text = "import value from \(JSONText.string("./" + name));\n"
        for (index, name) in Set(names).subtracting(["default", all]).sorted().enumerated() {
            let quoted = JSONText.string(name)
            let isName = name.wholeMatch(of: /[A-Za-z_$][A-Za-z0-9_$]*/) != nil
            text +=
                "const member\(index) = value?.[\(quoted)];\nexport { member\(index) as \(isName ? name : quoted) };\n"
        }
        if names.contains(all) { text += "export const \(all) = \(namespace("value"));\n" }
        return text + "export default value?.__esModule ? value.default : value;\n"
    }

    /// Returns an expression for the namespace of a CommonJS script. Compilers mark modules that they converted with `__esModule`.
    static func namespace(_ value: String) -> String {
        "(\(value)?.__esModule ? \(value) : { ...\(value), default: \(value) })"
    }
}
