import JavaScriptTokens

/// Snapshots that a test file has as arguments of its calls, such as `toMatchInlineSnapshot`.
enum InlineSnapshots {
    /// A snapshot for a call.
    struct Change {
        /// The call's line and column, counted from 1, the column in UTF-16 code units.
        var line: Int
        var column: Int
        /// The name of the called method.
        var method: String
        /// The new snapshot.
        var text: String
    }

    /// The error for a position without a call.
    struct Missing: Error {
        let change: Change
    }

    /// Returns a script with snapshots in the places of the calls' arguments.
    ///
    /// - Parameter replaces: whether snapshots that there are may go. Otherwise only calls without one get theirs.
    static func script(
        _ script: String, with changes: [Change], replaces: Bool
    ) throws(Missing) -> String {
        let tokens = ScriptTokens(script)
        var edits: [(range: Range<Int>, text: String)] = []
        for change in changes {
            guard let offset = offset(of: change, in: tokens.lexer.bytes),
                let call = call(of: change.method, at: offset, in: tokens)
            else { throw Missing(change: change) }
            let written = snapshot(change.text, at: tokens.all[call].start, in: tokens.lexer.bytes)
            guard let edit = edit(call, written, tokens, replaces) else { throw Missing(change: change) }
            if !edits.contains(where: { $0.range == edit.range }) { edits.append(edit) }
        }
        var bytes = tokens.lexer.bytes
        for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            bytes.replaceSubrange(edit.range, with: Array(edit.text.utf8))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the index of the method's name. WebKit gives the end of the name as the call's position, source maps its begin.
    private static func call(of method: String, at offset: Int, in tokens: ScriptTokens) -> Int? {
        tokens.all.indices.first {
            tokens.all[$0].end >= offset && tokens.all[$0].kind == .name && tokens.text(at: $0) == method
                && tokens.isAt($0 + 1, "(")
        }
    }

    /// Returns the change of a call's arguments: of the snapshot alone, or of the one after an object of properties.
    private static func edit(
        _ call: Int, _ written: String, _ tokens: ScriptTokens, _ replaces: Bool
    ) -> (range: Range<Int>, text: String)? {
        let depth = tokens.depths[call + 1]
        guard
            let close = tokens.all.indices[(call + 2)...].first(where: {
                tokens.depths[$0] <= depth && tokens.isAt($0, ")")
            })
        else { return nil }
        var arguments: [Range<Int>] = []
        var start = call + 2
        for index in start...close where index == close || tokens.depths[index] == depth + 1 && tokens.isAt(index, ",")
        {
            if index > start { arguments.append(start..<index) }
            start = index + 1
        }
        let isText = { (argument: Range<Int>) in [.string, .template].contains(tokens.all[argument.lowerBound].kind) }
        let end = tokens.all[close].start
        if let found = arguments.prefix(2).first(where: isText) {
            let range = tokens.all[found.lowerBound].start..<tokens.all[found.upperBound - 1].end
            return replaces ? (range, written) : nil
        }
        guard let properties = arguments.first else { return (end..<end, written) }
        let after = tokens.all[properties.upperBound - 1].end
        return (after..<after, ", \(written)")
    }

    /// Returns a snapshot as a template, on lines that are indented as the call's.
    private static func snapshot(_ text: String, at offset: Int, in bytes: [UInt8]) -> String {
        let lineStart = bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let indent = String(decoding: bytes[lineStart..<offset].prefix { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
        let inner = indent + (indent.contains("\t") ? "\t" : "  ")
        let trimmed = text.trimmingPrefix { $0.isWhitespace }
        let lines = String(trimmed.reversed().trimmingPrefix { $0.isWhitespace }.reversed()).split(
            separator: "\n", omittingEmptySubsequences: false)
        guard lines.count > 1 else { return SnapshotFile.template(lines.joined()) }
        let body = lines.map { $0.isEmpty ? "" : inner + $0 }.joined(separator: "\n")
        return SnapshotFile.template("\n\(body)\n\(indent)")
    }

    private static func offset(of change: Change, in bytes: [UInt8]) -> Int? {
        var offset = 0
        for _ in 1..<max(change.line, 1) {
            guard let end = bytes[offset...].firstIndex(of: 0x0A) else { return nil }
            offset = end + 1
        }
        var units = change.column - 1
        while units > 0, offset < bytes.count, bytes[offset] != 0x0A {
            // A character of four bytes has two units.
            units -= bytes[offset] >= 0xF0 ? 2 : 1
            offset += bytes[offset] >= 0xF0 ? 4 : bytes[offset] >= 0xE0 ? 3 : bytes[offset] >= 0xC0 ? 2 : 1
        }
        return min(offset, bytes.count)
    }
}
