import Foundation
import TestSupport
import Testing

@testable import ScriptTools

/// A project in a temporary folder, and a builder with a cache of its own.
struct TestProject {
    let folder: TemporaryFolder
    let cache: TemporaryFolder
    let builder: ScriptBuilder

    init(_ files: [String: String] = [:]) throws {
        folder = try TemporaryFolder()
        cache = try TemporaryFolder()
        builder = ScriptBuilder(cache: cache.url)
        for (name, text) in files { try folder.write(text, to: name) }
    }

    var root: URL { folder.url.resolvingSymlinksInPath() }
    var project: ScriptProject { ScriptProject(root: root, standIns: ["vitest": "/vitest.js"]) }

    func path(_ name: String) -> String { root.path + "/" + name }

    /// Makes a symbolic link, such as a workspace's in `node_modules`.
    func link(_ name: String, to destination: String) throws {
        let place = URL(filePath: path(name))
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: place.path, withDestinationPath: destination)
    }

    /// Returns the text of the module of packages at the first address in a text that contains a part.
    func package(_ part: String, in text: String) async throws -> String {
        let address = text.split(separator: "\"").first {
            $0.hasPrefix(ScriptBuilder.packageFolder) && $0.contains(part)
        }
        let parts = try #require(address, "\(text)").split(separator: "?")
        return try await #require(
            builder.packageText(at: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : nil))
    }

    func modules(of name: String, by other: ScriptBuilder? = nil) async throws -> BuiltModules {
        try await (other ?? builder).modules(of: path(name), in: project)
    }

    /// Returns the compiled text of a script.
    func text(of name: String) async throws -> String { try await modules(of: name).text(of: path(name)) ?? "" }

    /// Returns the errors of a script.
    func problems(of name: String) async -> [BuildProblem] {
        do {
            _ = try await modules(of: name)
            return []
        } catch {
            return (error as? BuildFailure)?.problems ?? [BuildProblem("\(error)")]
        }
    }
}
