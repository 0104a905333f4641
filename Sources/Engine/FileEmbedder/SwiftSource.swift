/// The Swift text that contains files.
enum SwiftSource {
    /// Returns an enumeration with a text for each file, whose name is the file's with `_` for what a name cannot have.
    static func files(_ files: [(name: String, text: String)]) throws -> String {
        var text = "/// The files of the target.\nenum EmbeddedFiles {\n"
        for file in files {
            let name = String(file.name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
            text += "    static let \(name) = \(try literal(file.text, of: file.name))\n"
        }
        return text + "}\n"
    }

    /// Returns an enumeration with a constant for each manifest: the script, and its parts with the numbers of their lines.
    ///
    /// - Parameter read: returns the text of a file.
    static func scripts(_ manifests: [Manifest], read: (String) throws -> String) throws -> String {
        var text = "/// The scripts of the runtime's manifests, without comments.\nenum RuntimeScripts {\n"
        for manifest in manifests {
            let modules = try ScriptJoiner.modules(of: manifest, read: read)
            let script = modules.map(\.text).joined(separator: "\n")
            text += "    /// \(manifest.summary)\n    static let \(manifest.name) = RuntimeText(\n"
            text += "        \(try literal(script, of: manifest.name)),\n        parts: [\n"
            for module in modules {
                let lines = module.source.split(separator: "\n", omittingEmptySubsequences: false)
                let hops = lines.indices.filter { lines[$0].drop { $0 == " " } == "// hop" }
                text += "            RuntimePart(path: \"\(module.path)\", lines: \(lines.count), hops: \(hops)),\n"
            }
            text += "        ])\n"
        }
        return text + "}\n"
    }

    /// Returns a literal that means the text and nothing else. The compiler reads it in no time, other than an array of bytes.
    private static func literal(_ text: String, of name: String) throws -> String {
        guard !text.contains("\"\"\"###"), !text.contains("\\###") else {
            throw EmbeddingError("\(name) has the end of a Swift literal")
        }
        guard !text.utf8.contains(UInt8(ascii: "\r")) else { throw EmbeddingError("\(name) has a carriage return") }
        return "###\"\"\"\n\(text)\n\"\"\"###"
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
