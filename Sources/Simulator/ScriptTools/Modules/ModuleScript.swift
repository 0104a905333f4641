package import Foundation
import JavaScriptTokens
import ProcessFiles

/// A module as one script, for an engine that evaluates no modules.
package struct ModuleScript: Sendable {
    /// The module's path inside its folder.
    package let path: String
    /// The source of a function that runs the module and returns its default export.
    package let script: String
    /// The map to the original files; nil for a script with the module's own lines.
    private var map: SourceMap?
    /// The folder that the sources of the map are relative to.
    private var mapFolder = ""
    private let project: ScriptProject

    /// Makes the script of a module. Where the module imports another one, esbuild bundles both.
    ///
    /// - Parameters:
    ///   - path: the path inside the folder.
    ///   - text: the text of the file.
    ///   - folder: the folder of all imports outside of packages, without symbolic links.
    /// - Throws: ``BuildFailure`` with the file and the line.
    package init(_ path: String, text: String, in folder: URL) async throws {
        self.path = path
        let project = ScriptProject(root: folder)
        self.project = project
        if !ScriptProject.needsCompiler(path), let body = Self.plainBody(of: text) {
            script = "(function () { \"use strict\"; let ___default; \(body)\nreturn ___default; })"
            return
        }
        let file = project.root + "/" + path
        guard let builder = Self.builder(for: folder) else {
            throw BuildFailure([
                BuildProblem(
                    "The module imports another one, or must be compiled, and there is no esbuild. \(ESBuild.advice)",
                    file: file)
            ])
        }
        let output = try TemporaryFolder(prefix: "swwebview-modules-")
        let options = [
            "--bundle", "--format=iife", "--global-name=___module", "--sourcemap=external", "--sources-content=false",
        ]
        let nodeModules = try NodeModules()
        let metafile: Metafile
        do {
            metafile = try await builder.build(
                ["0=\(file)"] + options + BuildSettings.node, into: output.url, nodeModules)
        } catch let failure as BuildFailure {
            throw failure.explained(in: project)
        }
        try ModuleAnalysis.confine(metafile, to: project, nodeModules)
        let text = try Data(contentsOf: output.url.appending(path: "0.js"))
        script = "(function () { \(String(decoding: text, as: UTF8.self))\nreturn ___module.default; })"
        map = SourceMap(json: try Data(contentsOf: output.url.appending(path: "0.js.map")))
        mapFolder = output.url.path
    }

    /// Returns the original place of a line; nil for the module's own line.
    package func original(line: Int) -> (file: String, line: Int)? {
        guard let map else { return nil }
        // esbuild maps the spaces at the beginning of a line to the line before.
        let lines = script.split(separator: "\n", maxSplits: line, omittingEmptySubsequences: false)
        let indentation = lines.indices.contains(line - 1) ? lines[line - 1].prefix { $0 == " " }.count : 0
        guard let found = map.original(line: line, column: indentation + 1) else { return nil }
        return (project.shown(FilePath.joined(mapFolder, found.source)), found.line)
    }

    /// The folder's own esbuild, that of the working directory if the folder is below it, or the installed one.
    private static func builder(for folder: URL) -> ESBuild? {
        let current = URL(filePath: FileManager.default.currentDirectoryPath).resolvingSymlinksInPath()
        let project = ScriptProject(root: current)
        return ESBuild(for: project.contains(folder.path) ? current : folder)
    }

    /// Returns the text of a module with its default export as the value of a variable; nil for a module that has imports or other
    /// exports.
    private static func plainBody(of text: String) -> String? {
        let tokens = ScriptTokens(text)
        var export: Range<Int>?
        for index in tokens.all.indices where tokens.all[index].kind == .name {
            guard !tokens.isAt(index - 1, "."), !tokens.isAt(index - 1, "?."), !tokens.isAt(index + 1, ":") else {
                continue
            }
            if tokens.isAt(index, "import") { return nil }
            guard tokens.isAt(index, "export"), tokens.depths[index] == 0 else { continue }
            guard export == nil, tokens.isAt(index + 1, "default") else { return nil }
            export = tokens.all[index].start..<tokens.all[index + 1].end
        }
        var bytes = tokens.lexer.bytes
        if let export {
            let breaks = bytes[export].filter { $0 == 0x0A }
            bytes.replaceSubrange(export, with: Array("___default =".utf8) + breaks)
        }
        if bytes.starts(with: "#!".utf8) { bytes.replaceSubrange(0..<2, with: Array("//".utf8)) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
