/// The Swift text that contains the scripts.
enum SwiftSource {
    /// Returns an enumeration with two constants for each manifest: the script, and its parts with the numbers of their lines.
    ///
    /// - Parameter read: returns the text of a file.
    static func of(_ manifests: [Manifest], read: (String) throws -> String) throws -> String {
        var text = "/// The scripts of the runtime's manifests, without comments.\nenum RuntimeScripts {\n"
        for manifest in manifests {
            let parts = try manifest.paths.map { withoutComments(try read($0)) }
            let script = parts.joined(separator: "\n")
            guard !script.contains("\"\"\"###"), !script.contains("\\###") else {
                throw ManifestError("\(manifest.name): a part has the end of a Swift literal")
            }
            text += "    /// \(manifest.summary)\n    static let \(manifest.name) = ###\"\"\"\n\(script)\n\"\"\"###\n"
            text += "    /// The parts of ``\(manifest.name)``, in order.\n    static let \(manifest.name)Parts = [\n"
            for (path, part) in zip(manifest.paths, parts) {
                text += "        RuntimePart(path: \"\(path)\", lines: \(part.count { $0 == "\n" } + 1)),\n"
            }
            text += "    ]\n"
        }
        return text + "}\n"
    }

    /// Empties the lines that are comments, because every page and worker reads the text. The other lines keep their numbers.
    static func withoutComments(_ text: String) -> String {
        var isInside = false
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let start = line.drop { $0 == " " }
            let isEnd = start.hasSuffix("*/")
            let begins = !isInside && start.hasPrefix("/*")
            guard isInside || start.hasPrefix("//") || begins && (isEnd || !start.contains("*/")) else { return line }
            isInside = (isInside || begins) && !isEnd
            return ""
        }.joined(separator: "\n")
    }
}
