import Foundation

/// The script of one realm: the files that it starts from, and the files that stand for a name of the realm.
///
/// A line is the path of a file, or `realm/NAME = PATH`, or a comment after `#`. Imports find all other files.
struct Manifest {
    /// The name of the Swift constant: that of the manifest's file without its extension, in camel case.
    let name: String
    /// The first comment, without `#`.
    let summary: String
    /// The paths of the files that no file needs to import, in the order in which they run.
    let roots: [String]
    /// The paths of the files that `realm/NAME` stands for in an import, by `realm/NAME`.
    let roles: [String: String]

    init(name: String, text: String) throws {
        let words = name.split(separator: "_")
        self.name = words.enumerated().map { $0.offset == 0 ? String($0.element) : $0.element.capitalized }.joined()
        let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        summary = lines.first { $0.hasPrefix("#") }.map { $0.dropFirst().trimmingCharacters(in: .whitespaces) } ?? ""
        let entries = lines.filter { !$0.isEmpty && !$0.hasPrefix("#") }.map { $0.components(separatedBy: " = ") }
        roots = entries.filter { $0.count == 1 }.map { $0[0] }
        let pairs = entries.filter { $0.count == 2 }.map { ($0[0], $0[1]) }
        roles = Dictionary(pairs) { first, _ in first }
        guard roots.count + pairs.count == entries.count, Set(roots).count == roots.count, roles.count == pairs.count,
            roles.keys.allSatisfy({ $0.hasPrefix("realm/") })
        else {
            throw EmbeddingError(
                "\(name).manifest: each line is one path, or one realm/NAME = PATH, and none comes twice")
        }
    }

    init(of file: URL) throws {
        try self.init(
            name: file.deletingPathExtension().lastPathComponent, text: try String(contentsOf: file, encoding: .utf8))
    }
}
