import Foundation
import HTTPMessages
import URLInterception
import WebKit

/// Puts custom properties where a page's text has `env(safe-area-inset-*)`: see `SafeAreaStyle`. The text keeps its length.
///
/// Style sheets, documents and scripts are changed on their way to a view that simulates a safe area. Responses to a page's own
/// fetches are not changed, so that the page can store them.
struct SafeAreaSubstitution {
    private static let types: Set<String> = [
        "text/css", "text/html", "application/xhtml+xml", "image/svg+xml", "text/javascript", "application/javascript",
        "application/x-javascript", "text/ecmascript", "application/ecmascript",
    ]
    private static let name = Array(SafeAreaStyle.variable.utf8)
    private static let property = Array(SafeAreaStyle.property.utf8)
    private static let function = Array("env(".utf8)
    private static let replacement = Array("var(".utf8)
    /// The longest run of white space between function and name that is looked through.
    private static let mostSpace = 64

    private static let substitution = TextSubstitution(
        types: types, longest: function.count + mostSpace + name.count, substitute: substitute)

    /// Returns the resource with custom properties in its text, or as it is for other types of content.
    static func apply(to resource: LoadedResource) -> LoadedResource { substitution.apply(to: resource) }

    static func substitute(in data: inout Data) {
        var matches: [(function: Int, name: Int)] = []
        data.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
            guard let base = bytes.baseAddress else { return }
            let bracket = Int32(UInt8(ascii: "("))
            var from = base
            while let found = memchr(from, bracket, base + bytes.count - from) {
                let open = UnsafeRawPointer(found) - base
                from = base + open + 1
                guard open >= 3, zip(0..<3, function).allSatisfy({ bytes[open - 3 + $0] | 0x20 == $1 }) else {
                    continue
                }
                var start = open + 1
                let last = min(open + 1 + mostSpace, bytes.count - name.count)
                while start < last, bytes[start] == 0x20 || (0x09...0x0D).contains(bytes[start]) { start += 1 }
                if start <= last, memcmp(base + start, name, name.count) == 0 { matches.append((open - 3, start)) }
            }
        }
        for match in matches {
            let start = data.startIndex
            data.replaceSubrange(start + match.function..<start + match.function + 4, with: replacement)
            data.replaceSubrange(start + match.name..<start + match.name + name.count, with: property)
        }
    }
}
