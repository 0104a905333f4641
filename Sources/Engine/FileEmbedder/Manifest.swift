import Foundation

/// The parts of one realm's script, in order: a path in each line, and comments after `#`.
struct Manifest {
    /// The name of the Swift constant: that of the manifest's file without its extension, in camel case.
    let name: String
    /// The first comment, without `#`.
    let summary: String
    let paths: [String]

    init(name: String, text: String) {
        let words = name.split(separator: "_")
        self.name = words.enumerated().map { $0.offset == 0 ? String($0.element) : $0.element.capitalized }.joined()
        let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        summary = lines.first { $0.hasPrefix("#") }.map { $0.dropFirst().trimmingCharacters(in: .whitespaces) } ?? ""
        paths = lines.filter { !$0.isEmpty && !$0.hasPrefix("#") }
    }

    init(of file: URL) throws {
        self.init(
            name: file.deletingPathExtension().lastPathComponent, text: try String(contentsOf: file, encoding: .utf8))
        guard Set(paths).count == paths.count else {
            throw EmbeddingError("\(file.lastPathComponent) names a file twice")
        }
    }
}
