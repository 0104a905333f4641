import Foundation

/// Writes a Swift file with the scripts of a folder's manifests, for the plugin EmbedRuntime.
///
/// Arguments: the folder, and the file to write.
@main
struct RuntimeEmbedder {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else { throw ManifestError("usage: RuntimeEmbedder FOLDER OUTPUT") }
        let folder = URL(fileURLWithPath: arguments[1], isDirectory: true)
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let manifests = try files.filter { $0.pathExtension == "manifest" }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
            .map { try Manifest(of: $0) }
        let text = try SwiftSource.of(manifests) { path in
            do {
                return try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
            } catch {
                throw ManifestError("\(path) cannot be read: \(error.localizedDescription)")
            }
        }
        // SwiftPM links this tool twice in a first build, and runs it again in the second. A file with the same text keeps its
        // date, so that nothing is compiled again.
        let file = URL(fileURLWithPath: arguments[2])
        let data = Data(text.utf8)
        if (try? Data(contentsOf: file)) != data { try data.write(to: file) }
    }
}
