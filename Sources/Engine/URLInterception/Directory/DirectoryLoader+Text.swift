import Foundation

extension DirectoryLoader {
    /// Returns the text that answered for an address: a generated one, or the text of the file, see ``text(at:upTo:)``.
    package func servedText(at url: URL, upTo limit: Int64) -> String? {
        maker?.text(at: url) ?? text(at: url, upTo: limit)
    }

    /// Returns the text of the file that an address of a mapped origin names; nil for a missing file, or a longer one.
    package func text(at url: URL, upTo limit: Int64) -> String? {
        guard let segments = PathSegments(percentEncodedPath: url.path(percentEncoded: true)),
            let file = try? ConfinedFile(
                root: folder.path(percentEncoded: false).droppingSlash, relativePath: segments.relativePath),
            !file.facts.isFolder, file.facts.size <= limit,
            let data = try? file.read(at: 0, count: Int(file.facts.size))
        else { return nil }
        return String(data: data, encoding: .utf8)
    }
}

extension String {
    /// Without the slash at the end, unless it is all there is.
    fileprivate var droppingSlash: String { count > 1 && hasSuffix("/") ? String(dropLast()) : self }
}
