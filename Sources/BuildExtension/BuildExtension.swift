import Foundation
import PackagePlugin

/// Has ExtensionBuilder compile the web-process extension and put it into a Swift file.
@main
struct BuildExtension: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let sources = context.package.directoryURL.appendingPathComponent(
            "Sources/CWebProcessExtension", isDirectory: true)
        let work = context.pluginWorkDirectoryURL
        let output = work.appendingPathComponent("EmbeddedExtension.swift")
        let files =
            FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
            ?? []
        return [
            .buildCommand(
                displayName: "Building the web-process extension",
                executable: try context.tool(named: "ExtensionBuilder").url,
                arguments: [
                    try context.tool(named: "clang").url.path, sources.path,
                    work.appendingPathComponent("work", isDirectory: true).path, output.path,
                ],
                inputFiles: files.filter { ["c", "h"].contains($0.pathExtension) },
                outputFiles: [output])
        ]
    }
}
