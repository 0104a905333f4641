package import Foundation
import HTTPMessages

/// A source map, which maps positions in a generated script to its sources. Source: https://tc39.es/ecma426/
///
/// Maps with sections are not supported.
package struct SourceMap: Sendable {
    /// A position in an original source.
    package struct Original: Equatable, Sendable {
        /// The name of the source in the map.
        package var source: String
        /// The text of the source; nil where the map doesn't contain it.
        package var content: String?
        /// The line and the column, both from 1.
        package var line: Int
        package var column: Int
    }

    private struct Segment: Sendable {
        var column: Int32
        var source: Int32
        var line: Int32
        var originalColumn: Int32
    }

    private struct Form: Decodable {
        var version: Int
        var sources: [String?]
        var sourceRoot: String?
        var sourcesContent: [String?]?
        var mappings: String
    }

    private let sources: [String]
    private let contents: [String?]
    private var lines: [[Segment]] = []

    /// Parses a map; nil for invalid data.
    package init?(json: Data) {
        // Servers may add a first line, so that no page can run the map as a script.
        let data = json.starts(with: Data(")]}".utf8)) ? json.drop { $0 != 0x0A } : json
        guard let form = try? JSONText.decode(Form.self, from: data), form.version == 3 else { return nil }
        let root = form.sourceRoot.map { $0.isEmpty || $0.hasSuffix("/") ? $0 : $0 + "/" } ?? ""
        sources = form.sources.map { root + ($0 ?? "") }
        contents = form.sourcesContent ?? []
        guard read(form.mappings) else { return nil }
    }

    /// Returns the value of the comment at the end of a script: the URL of its map, which can be a `data:` URL.
    package static func address(in script: String) -> String? {
        // The comment is one of the last lines.
        for line in script.split(whereSeparator: \.isNewline).reversed().prefix(10) {
            for mark in ["//# sourceMappingURL=", "//@ sourceMappingURL=", "/*# sourceMappingURL="] {
                guard let range = line.range(of: mark) else { continue }
                let value = line[range.upperBound...].prefix { !$0.isWhitespace && $0 != "*" }
                return value.isEmpty ? nil : String(value)
            }
        }
        return nil
    }

    /// Returns the original position of a position in the script; nil for an unmapped position. Line and column count from 1.
    package func original(line: Int, column: Int?) -> Original? {
        guard lines.indices.contains(line - 1) else { return nil }
        let segments = lines[line - 1]
        let wanted = Int32(clamping: max((column ?? 1) - 1, 0))
        let after = segments.partitioningIndex { $0.column > wanted }
        guard let segment = after > 0 ? segments[after - 1] : segments.first, segment.source >= 0,
            sources.indices.contains(Int(segment.source)), segment.line >= 0
        else { return nil }
        let index = Int(segment.source)
        return Original(
            source: sources[index], content: contents.indices.contains(index) ? contents[index] : nil,
            line: Int(segment.line) + 1, column: Int(segment.originalColumn) + 1)
    }

    private mutating func read(_ mappings: String) -> Bool {
        var (source, line, originalColumn) = (Int32(0), Int32(0), Int32(0))
        for text in mappings.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
            var column: Int32 = 0
            var segments: [Segment] = []
            for part in text.split(separator: UInt8(ascii: ",")) {
                guard let numbers = Self.numbers(part), let first = numbers.first else { return false }
                column &+= first
                guard numbers.count >= 4 else {
                    segments.append(Segment(column: column, source: -1, line: -1, originalColumn: 0))
                    continue
                }
                source &+= numbers[1]
                line &+= numbers[2]
                originalColumn &+= numbers[3]
                segments.append(Segment(column: column, source: source, line: line, originalColumn: originalColumn))
            }
            lines.append(segments.sorted { $0.column < $1.column })
        }
        return true
    }

    /// Decodes the numbers of a segment, in Base64 VLQ. Each digit has five bits of a number and one continuation bit.
    private static func numbers(_ digits: Substring.UTF8View) -> [Int32]? {
        var numbers: [Int32] = []
        var value: Int64 = 0
        var shift: Int64 = 0
        for digit in digits {
            let bits: Int64
            switch digit {
            case 0x41...0x5A: bits = Int64(digit) - 0x41
            case 0x61...0x7A: bits = Int64(digit) - 0x61 + 26
            case 0x30...0x39: bits = Int64(digit) - 0x30 + 52
            case UInt8(ascii: "+"): bits = 62
            case UInt8(ascii: "/"): bits = 63
            default: return nil
            }
            guard shift < 35 else { return nil }
            value |= (bits & 31) << shift
            shift += 5
            if bits & 32 == 0 {
                numbers.append(Int32(clamping: value & 1 == 1 ? -(value >> 1) : value >> 1))
                (value, shift) = (0, 0)
            }
        }
        return shift == 0 ? numbers : nil
    }
}

extension Array {
    /// Returns the index of the first element with a condition that all later elements fulfil, too.
    fileprivate func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
