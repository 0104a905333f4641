import Foundation
import PackagePlugin

/// Has RuntimeEmbedder put the scripts below a target's folder `Runtime` into a Swift file.
@main
struct EmbedRuntime: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let folder = target.directoryURL.appendingPathComponent("Runtime", isDirectory: true)
        let output = context.pluginWorkDirectoryURL.appendingPathComponent("RuntimeScripts.swift")
        let files =
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        return [
            .buildCommand(
                displayName: "Embedding the runtime's scripts",
                executable: try context.tool(named: "RuntimeEmbedder").url,
                arguments: [folder.path, output.path],
                inputFiles: files.filter { ["js", "manifest"].contains($0.pathExtension) },
                outputFiles: [output])
        ]
    }
}
