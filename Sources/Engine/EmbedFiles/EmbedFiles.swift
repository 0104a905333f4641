import Foundation
import PackagePlugin

/// Has FileEmbedder put files of a target into its Swift code: the pages, scripts, styles and data beside the code, the scripts that the
/// manifests join, and in WebKit the web-process extension.
@main
struct EmbedFiles: BuildToolPlugin {
    private static let embedded: Set = ["css", "html", "js", "json", "manifest"]
    private static let runtime: Set = ["js", "manifest"]

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let tool = try context.tool(named: "FileEmbedder").url
        let work = context.pluginWorkDirectoryURL
        func command(_ name: String, _ output: String, _ arguments: [String], _ inputs: [URL]) -> Command {
            let output = work.appendingPathComponent(output)
            return .buildCommand(
                displayName: "Embedding \(name) in \(target.name)", executable: tool,
                arguments: [name, output.path] + arguments, inputFiles: inputs, outputFiles: [output])
        }

        let folder = target.directoryURL.appendingPathComponent("Runtime", isDirectory: true)
        let all = Self.files(below: target.directoryURL).filter { !$0.path.contains(".docc/") }
        let files = all.filter { Self.embedded.contains($0.pathExtension) && !$0.path.hasPrefix(folder.path + "/") }
        // A manifest joins files of the targets that its target depends on, too.
        let sources = context.package.directoryURL.appendingPathComponent("Sources", isDirectory: true).path
        let neighbours = target.recursiveTargetDependencies.filter {
            files.contains { $0.pathExtension == "manifest" } && $0.directoryURL.path.hasPrefix(sources)
        }
        let imported = neighbours.flatMap { Self.files(below: $0.directoryURL) }.filter { $0.pathExtension == "js" }
        var commands = [command("files", "EmbeddedFiles.swift", files.map(\.path), files + imported)]
        let scripts = Self.files(below: folder).filter { Self.runtime.contains($0.pathExtension) }
        if !scripts.isEmpty { commands.append(command("scripts", "RuntimeScripts.swift", [folder.path], scripts)) }
        if target.name == "WebKit" {
            let engine = context.package.directoryURL.appendingPathComponent("Sources/Engine", isDirectory: true)
            let sources = engine.appendingPathComponent("CWebProcessExtension")
            // messages.h, which the shim shares with the library.
            let shared = engine.appendingPathComponent("CWebKitGTK/include")
            let arguments = [
                try context.tool(named: "clang").url.path, sources.path, shared.path,
                work.appendingPathComponent("library").path,
            ]
            let own = Self.files(below: sources).filter { ["c", "h"].contains($0.pathExtension) }
            let inputs = own + [shared.appendingPathComponent("messages.h")]
            commands.append(command("library", "EmbeddedExtension.swift", arguments, inputs))
        }
        return commands
    }

    private static func files(below folder: URL) -> [URL] {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap {
            $0 as? URL
        }
        return (files ?? []).sorted { $0.path < $1.path }
    }
}
