import Foundation
import HTTPMessages

/// A [source map](https://tc39.es/ecma426/) of a runtime's script, with which the Web Inspector shows the parts.
///
/// Each line of the script leads to a line of a part. Comments of the parts are empty, as in the script.
struct RuntimeSourceMap {
    private var sources: [String] = []
    private var contents: [String] = []
    /// The last line that was mapped, from 0.
    private var lastLine = 0
    private var mappings = ""

    /// Adds a text that belongs to no part.
    mutating func add(_ text: String) { mappings += String(repeating: ";", count: text.utf8.count { $0 == 0x0A }) }

    /// Adds a script whose lines begin where the text before it ended.
    mutating func add(_ script: RuntimeText) {
        let lines = script.text.split(separator: "\n", omittingEmptySubsequences: false)
        var start = 0
        for part in script.parts {
            let end = min(start + part.lines, lines.count)
            // A segment has four differences: the column, the source, its line and its column.
            let first = "A" + (sources.isEmpty ? "A" : "C") + Self.digits(-lastLine) + "A"
            mappings += start == 0 ? first : ";" + first
            mappings += String(repeating: ";AACA", count: max(end - start - 1, 0))
            lastLine = max(end - start - 1, 0)
            sources.append("swwebview:///\(part.path)")
            contents.append(lines[min(start, end)..<end].joined(separator: "\n"))
            start = end
        }
    }

    /// Returns the comment that ends the script: the map as a `data:` URL.
    var comment: String {
        let json = """
            {"version":3,"sources":\(Self.list(sources)),"sourcesContent":\(Self.list(contents)),"mappings":"\(mappings)"}
            """
        return "//# sourceMappingURL=data:application/json;base64,\(Data(json.utf8).base64EncodedString())"
    }

    private static func list(_ texts: [String]) -> String {
        "[\(texts.map(JSONText.string).joined(separator: ","))]"
    }

    /// Returns the Base64 VLQ digits of a number.
    private static func digits(_ number: Int) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var rest = number < 0 ? -number << 1 | 1 : number << 1
        var digits = ""
        repeat {
            let digit = rest & 31
            rest >>= 5
            digits.append(alphabet[rest > 0 ? digit | 32 : digit])
        } while rest > 0
        return digits
    }
}
