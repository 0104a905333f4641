import Foundation

/// Writes files into Swift code, for the plugin EmbedFiles. The first argument says what, the second names the Swift file:
///
///     files OUTPUT FILE…                               files, each as a text
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
            case ("files", _): try SwiftSource.files(inputs.map { (name: $0.lastPathComponent, text: try read($0)) })
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
