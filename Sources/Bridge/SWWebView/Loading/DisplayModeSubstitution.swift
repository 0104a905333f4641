import Foundation
import HTTPMessages
import URLInterception

/// Puts a condition that always holds where a page's text has `(display-mode: standalone)`, which WebKitGTK does not match. The new text has the same
/// length.
///
/// Style sheets and documents are changed on their way to a view whose pages are in an app on the home screen. Responses to a page's own fetches
/// are not changed, so that the page can store them.
struct DisplayModeSubstitution {
    private static let substitution = TextSubstitution(
        types: ["text/css", "text/html", "application/xhtml+xml", "image/svg+xml"], longest: 256, substitute: substitute
    )

    /// Returns the resource with a condition that holds in its text, or as it is for other types of content.
    static func apply(to resource: LoadedResource) -> LoadedResource { substitution.apply(to: resource) }

    private static let (feature, value) = (Array("display-mode".utf8), Array("standalone".utf8))
    private static let replacement = Array("min-width:0".utf8)

    static func substitute(in data: inout Data) {
        var matches: [Range<Int>] = []
        data.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
            var place = 0
            while let open = bytes[place...].firstIndex(of: UInt8(ascii: "(")) {
                place = open + 1
                if let end = end(of: bytes, from: place) { matches.append(place..<end) }
            }
        }
        for match in matches {
            let spaces = Array(repeating: UInt8(ascii: " "), count: match.count - replacement.count)
            let range = data.startIndex + match.lowerBound..<data.startIndex + match.upperBound
            data.replaceSubrange(range, with: replacement + spaces)
        }
    }

    /// Returns the place of the bracket that closes the condition, or nil for another condition.
    private static func end(of bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        var place = start
        func skipSpace() {
            while place < bytes.count, bytes[place] == 0x20 || (0x09...0x0D).contains(bytes[place]) { place += 1 }
        }
        func skip(_ word: [UInt8]) -> Bool {
            guard bytes.count - place >= word.count else { return false }
            for (offset, byte) in word.enumerated() where bytes[place + offset] | 0x20 != byte { return false }
            place += word.count
            return true
        }
        skipSpace()
        guard skip(feature) else { return nil }
        skipSpace()
        guard place < bytes.count, bytes[place] == UInt8(ascii: ":") else { return nil }
        place += 1
        skipSpace()
        guard skip(value) else { return nil }
        skipSpace()
        return place < bytes.count && bytes[place] == UInt8(ascii: ")") ? place : nil
    }
}
