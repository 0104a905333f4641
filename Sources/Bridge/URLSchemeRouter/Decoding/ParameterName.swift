/// The name of a parameter, which may lead into a structure.
enum ParameterName {
    /// Returns the keys that a name leads through; `nil` when they are more than the limit.
    ///
    /// `note.tags.0`, `note[tags][0]` and `note.tags[0]` are the same. `tags[]` is `tags`, where each value is one more
    /// element. Brackets that do not pair up are plain characters, so such a name is split at its dots only.
    static func path(_ name: String, limit: Int) -> [String]? {
        // Counted first: the names of hostile URLs have millions of levels.
        guard name.utf8.count(where: { $0 == dot || $0 == opening }) < limit else { return nil }
        return withBrackets(name) ?? name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    private static func withBrackets(_ name: String) -> [String]? {
        var path: [String] = []
        var rest = name[...]
        repeat {
            if rest.utf8.first == opening {
                guard !path.isEmpty, let end = rest.utf8.firstIndex(of: closing) else { return nil }
                let key = rest[rest.utf8.index(after: rest.startIndex)..<end]
                rest = rest[rest.utf8.index(after: end)...]
                guard rest.isEmpty || rest.utf8.first == opening || rest.utf8.first == dot else { return nil }
                if key.isEmpty && rest.isEmpty { return path }
                path.append(String(key))
            } else {
                if !path.isEmpty { rest = rest[rest.utf8.index(after: rest.startIndex)...] }
                let end = rest.utf8.firstIndex { $0 == dot || $0 == opening } ?? rest.endIndex
                path.append(String(rest[..<end]))
                rest = rest[end...]
            }
        } while !rest.isEmpty
        return path
    }

    private static let dot = UInt8(ascii: ".")
    private static let opening = UInt8(ascii: "[")
    private static let closing = UInt8(ascii: "]")
}
