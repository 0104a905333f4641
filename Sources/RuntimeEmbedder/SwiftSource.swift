/// The Swift text that contains the scripts.
enum SwiftSource {
    /// Returns an enumeration with a constant for each manifest: the script, and its parts with the numbers of their lines.
    ///
    /// - Parameter read: returns the text of a file.
    static func of(_ manifests: [Manifest], read: (String) throws -> String) throws -> String {
        var text = "/// The scripts of the runtime's manifests, without comments.\nenum RuntimeScripts {\n"
        for manifest in manifests {
            let files = try manifest.paths.map { (path: $0, text: try read($0)) }
            let script = files.map { withoutComments($0.text) }.joined(separator: "\n")
            guard !script.contains("\"\"\"###"), !script.contains("\\###") else {
                throw ManifestError("\(manifest.name): a part has the end of a Swift literal")
            }
            text += "    /// \(manifest.summary)\n    static let \(manifest.name) = RuntimeText(\n"
            text += "        ###\"\"\"\n\(script)\n\"\"\"###,\n        parts: [\n"
            for file in files {
                let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
                let hops = lines.indices.filter { lines[$0].drop { $0 == " " } == "// hop" }
                text += "            RuntimePart(path: \"\(file.path)\", lines: \(lines.count), hops: \(hops)),\n"
            }
            text += "        ])\n"
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
