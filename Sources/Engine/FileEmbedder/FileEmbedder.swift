import Foundation

/// Writes files into Swift code, for the plugin EmbedFiles. The first argument says what, the second names the Swift file:
///
///     files OUTPUT FILE…                               files and scripts of manifests, each as a text
///     scripts OUTPUT FOLDER                            the scripts of the folder's manifests
///     library OUTPUT COMPILER SOURCES HEADERS WORK     the web-process extension, built in the folder WORK
@main
struct FileEmbedder {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count >= 2, let kind = arguments.first else {
            throw EmbeddingError("usage: FileEmbedder KIND OUTPUT …")
        }
        let inputs = arguments.dropFirst(2).map { URL(filePath: $0) }
        let text =
            switch (kind, inputs.count) {
            case ("files", _): try files(inputs)
            case ("scripts", 1): try scripts(in: inputs[0])
            case ("library", 4):
                try SharedLibrary.source(
                    compiler: inputs[0], sources: inputs[1], headers: inputs[2], work: inputs[3])
            default: throw EmbeddingError("FileEmbedder \(kind) takes other arguments")
            }
        // SwiftPM links this tool twice in a first build, and runs it again in the second. A file with the same text is
        // not written, so that nothing is compiled again.
        let file = URL(filePath: arguments[arguments.startIndex + 1])
        let data = Data(text.utf8)
        if (try? Data(contentsOf: file)) != data { try data.write(to: file) }
    }

    /// Returns the texts of files. A manifest stands for the files that it joins, which are not texts of their own.
    private static func files(_ files: [URL]) throws -> String {
        var joined: Set<String> = []
        let scripts = try files.filter { $0.pathExtension == "manifest" }.map { file in
            let folder = file.deletingLastPathComponent()
            let modules = try ScriptJoiner.modules(of: try Manifest(of: file)) { try read(folder.appending(path: $0)) }
            joined.formUnion(modules.map { folder.appending(path: $0.path).path })
            return (name: file.lastPathComponent, text: modules.map(\.text).joined(separator: "\n"))
        }
        let others = files.filter { $0.pathExtension != "manifest" && !joined.contains($0.path) }
        return try SwiftSource.files(scripts + others.map { (name: $0.lastPathComponent, text: try read($0)) })
    }

    private static func scripts(in folder: URL) throws -> String {
        let manifests = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "manifest" }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
            .map { try Manifest(of: $0) }
        return try SwiftSource.scripts(manifests) { try read(folder.appending(path: $0)) }
    }

    private static func read(_ file: URL) throws -> String {
        do {
            return try String(contentsOf: file, encoding: .utf8)
        } catch {
            throw EmbeddingError("\(file.path) cannot be read: \(error.localizedDescription)")
        }
    }
}
