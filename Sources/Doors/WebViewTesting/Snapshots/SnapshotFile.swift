/// The snapshots of a test file, as Vitest keeps them: `__snapshots__/FILE.snap`.
///
/// Source: Vitest, https://vitest.dev/guide/snapshot.html
struct SnapshotFile: Equatable {
    /// The snapshots by name, such as `a test 1`.
    var entries: [String: String] = [:]

    /// The error for a text that is no file of snapshots.
    struct Unreadable: Error {
        /// The line, counted from 1.
        let line: Int
    }

    private static let header = "// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html"

    init(entries: [String: String] = [:]) { self.entries = entries }

    /// Reads the text of a file. Its assignments are those that ``text`` writes, and those of Jest.
    init(text: String) throws(Unreadable) {
        var reader = Reader(Self.withPlainLines(text))
        while try reader.reachesEntry() {
            try reader.expect("exports[")
            let name = try reader.template()
            try reader.expect("] = ")
            entries[name] = try reader.template()
            try reader.expect(";")
        }
    }

    /// The text of the file, with the snapshots in natural order.
    var text: String {
        let parts = entries.sorted { NaturalOrder.precedes($0.key, $1.key) }.map {
            "exports[\(Self.template($0.key))] = \(Self.template(Self.withPlainLines($0.value)));"
        }
        return "\(Self.header)\n\n\(parts.joined(separator: "\n\n"))\n"
    }

    /// Returns a text as a template of JavaScript.
    static func template(_ text: String) -> String {
        "`" + text.replacing("\\", with: "\\\\").replacing("`", with: "\\`").replacing("${", with: "\\${") + "`"
    }

    private static func withPlainLines(_ text: String) -> String {
        text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    }

    private struct Reader {
        private let scalars: [Unicode.Scalar]
        private var position = 0

        init(_ text: String) { scalars = Array(text.unicodeScalars) }

        private var flaw: Unreadable { Unreadable(line: scalars[..<position].count { $0 == "\n" } + 1) }

        /// Skips space and comments of a line. Returns whether there is more.
        mutating func reachesEntry() throws(Unreadable) -> Bool {
            while position < scalars.count {
                if scalars[position].properties.isWhitespace {
                    position += 1
                } else if scalars[position...].starts(with: "//".unicodeScalars) {
                    while position < scalars.count, scalars[position] != "\n" { position += 1 }
                } else {
                    return true
                }
            }
            return false
        }

        mutating func expect(_ text: String) throws(Unreadable) {
            guard scalars[position...].starts(with: text.unicodeScalars) else { throw flaw }
            position += text.unicodeScalars.count
        }

        mutating func template() throws(Unreadable) -> String {
            try expect("`")
            var text = String.UnicodeScalarView()
            while position < scalars.count {
                let scalar = scalars[position]
                position += 1
                switch scalar {
                case "`": return String(text)
                case "\\": if let escaped = try escaped() { text.append(escaped) }
                default: text.append(scalar)
                }
            }
            throw flaw
        }

        /// Reads what follows a backslash; nil for the end of a line.
        private mutating func escaped() throws(Unreadable) -> Unicode.Scalar? {
            guard position < scalars.count else { throw flaw }
            let scalar = scalars[position]
            position += 1
            switch scalar {
            case "\n": return nil
            case "n": return "\n"
            case "r": return "\r"
            case "t": return "\t"
            case "b": return "\u{8}"
            case "v": return "\u{B}"
            case "f": return "\u{C}"
            case "0": return "\0"
            case "x": return try hexadecimal(2)
            case "u": return try hexadecimal(4)
            default: return scalar
            }
        }

        private mutating func hexadecimal(_ count: Int) throws(Unreadable) -> Unicode.Scalar {
            var digits = String.UnicodeScalarView()
            if count == 4, position < scalars.count, scalars[position] == "{" {
                position += 1
                while position < scalars.count, scalars[position] != "}" {
                    digits.append(scalars[position])
                    position += 1
                }
                try expect("}")
            } else {
                digits.append(contentsOf: scalars[position...].prefix(count))
                position = min(position + count, scalars.count)
            }
            guard let value = UInt32(String(digits), radix: 16),
                let scalar = Unicode.Scalar(value)
            else { throw flaw }
            return scalar
        }
    }
}

/// The order of the names in a file of snapshots, in which numbers count as numbers: that of the package `natural-compare`.
enum NaturalOrder {
    static func precedes(_ first: String, _ second: String) -> Bool {
        let (first, second) = (Array(first.utf16), Array(second.utf16))
        var (index, other) = (0, 0)
        while true {
            var (code, otherCode) = (Double(rank(first, index)), Double(rank(second, other)))
            index += 1
            other += 1
            // A number that begins with another digit than 0.
            if (67...75).contains(code), (67...75).contains(otherCode) {
                code = number(first, &index)
                otherCode = number(second, &other)
            }
            if code != otherCode { return code < otherCode }
            if otherCode == 0 { return false }
        }
    }

    private static func number(_ text: [UInt16], _ index: inout Int) -> Double {
        var value = Double(text[index - 1]) - 48
        while (66...75).contains(rank(text, index)) {
            value = value * 10 + Double(text[index]) - 48
            index += 1
        }
        return value
    }

    /// Returns the rank of a character: signs, then digits from 66, then capitals, then small letters; 0 at the end.
    private static func rank(_ text: [UInt16], _ index: Int) -> Int {
        guard index < text.count else { return 0 }
        let code = Int(text[index])
        return switch code {
        case ..<45, 128...: code
        case 45: 65
        case 46...47: code - 1
        case 48...57: code + 18
        case 58...64: code - 11
        case 65...90: code + 11
        case 91...96: code - 37
        case 97...122: code + 5
        default: code - 63
        }
    }
}
