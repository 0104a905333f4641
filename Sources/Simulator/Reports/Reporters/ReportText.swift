import Foundation
import HTTPMessages

/// Text of a page's, made fit for a report.
enum ReportText {
    /// Without control characters, which a terminal would obey: each becomes its picture (␛ for escape). Lines stay lines.
    static func visible(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.replacing("\r\n", with: "\n").unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A: result.append(scalar)
            case 0..<0x20: result.append(Unicode.Scalar(0x2400 + scalar.value) ?? " ")
            case 0x7F: result.append("␡")
            case 0x80..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: result.append("\u{FFFD}")
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// Visible text for HTML, also in attributes.
    static func html(_ text: String) -> String {
        visible(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }

    /// One line of it, for names.
    static func line(_ text: String) -> String {
        visible(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// `12 ms`, `1.23 s`, `2 min 5 s`.
    static func duration(_ seconds: Double) -> String {
        let seconds = min(max(seconds, 0), Duration.longestSeconds)
        if seconds < 1 { return "\(Int((seconds * 1000).rounded())) ms" }
        if seconds < 60 { return String(format: "%.2f s", seconds) }
        let whole = Int(seconds.rounded())
        return "\(whole / 60) min \(whole % 60) s"
    }

    /// Returns the difference between two texts, line by line: `-` marks the expected lines, `+` the actual ones.
    static func difference(expected: String, actual: String) -> [(sign: Character, text: String)] {
        let old = visible(expected).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let new = visible(actual).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        // Comparing takes time by the square of the differences; past this many lines nobody reads them anyway.
        guard old.count + new.count <= 1000 else {
            return old.prefix(20).map { ("-", $0) } + new.prefix(20).map { ("+", $0) } + [(" ", "…")]
        }
        let changes = new.difference(from: old)
        var removed: Set<Int> = []
        var inserted: Set<Int> = []
        for change in changes {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var lines: [(sign: Character, text: String)] = []
        var at = (old: 0, new: 0)
        while at.old < old.count || at.new < new.count {
            if at.old < old.count, removed.contains(at.old) {
                lines.append(("-", old[at.old]))
                at.old += 1
            } else if at.new < new.count, inserted.contains(at.new) {
                lines.append(("+", new[at.new]))
                at.new += 1
            } else {
                lines.append((" ", at.old < old.count ? old[at.old] : new[at.new]))
                at.old += 1
                at.new += 1
            }
        }
        return lines
    }
}
