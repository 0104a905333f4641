import Foundation
import TestSupport

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
