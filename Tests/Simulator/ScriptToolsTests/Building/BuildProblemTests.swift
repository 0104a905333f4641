import Foundation
import TestSupport
import Testing

@testable import ScriptTools

@Suite("Errors of scripts") struct BuildProblemTests {
    private func problem(_ text: String, _ files: [String: String] = [:]) async throws -> BuildProblem? {
        let project = try TestProject(files.merging(["a.ts": text]) { $1 })
        let found = await project.problems(of: "a.ts")
        #expect(found.count == 1 && found.first?.file == project.path("a.ts"), "\(found)")
        return found.first
    }

    @Test(arguments: [
        (
            "\nimport x from 'nowhere/sub'; x();",
            "a.ts imports “nowhere/sub”: no node_modules in the folder has “nowhere” (npm install nowhere puts it there).",
            2, 15
        ),
        ("/* ä𝄞 */ import './gone';", "a.ts imports “./gone”: there is no file /gone.", 1, 18),
        ("import { b } from './b.js'; b();", "a.ts imports “b” of b.js, which has no such export.", 1, 10),
        (
            "import fs from 'node:fs'; fs();",
            "a.ts imports “node:fs”: “node:fs” is a module of Node.js, which is not available in pages.", 1, 16
        ),
        (
            "import s from './s.module.css'; s();",
            "a.ts imports “./s.module.css”: modules of CSS are not supported; import a style sheet of another name.", 1,
            15
        ),
        ("import t from './gone.ts?raw'; t();", "a.ts imports “./gone.ts?raw”: there is no file /gone.ts.", 1, 15),
        ("const a: = 1;", "Unexpected \"=\".", 1, 10),
    ])
    func `an error names the importer, what is missing, and the place`(
        _ text: String, _ message: String, _ line: Int, _ column: Int
    ) async throws {
        let found = try await problem(text, ["b.js": "export const c = 1;", "s.module.css": ""])
        #expect(found?.message == message)
        #expect(found?.line == line && found?.column == column)
    }

    @Test func `a package that does not export a file is named with the reason`() async throws {
        let found = try await problem(
            "import x from 'pack/inner.js'; x();",
            ["node_modules/pack/package.json": #"{"exports": {".": "./i.js"}}"#, "node_modules/pack/inner.js": ""])
        #expect(found?.message.contains("node_modules/pack has no such module for browsers.") == true)
        #expect(found?.message.contains("is not exported by package \"pack\"") == true, "\(found?.message ?? "")")
    }

    @Test func `import attributes are named where esbuild is too old for them`() async throws {
        let project = try TestProject(["a.ts": "import d from './d.json' with { type: 'json' };", "d.json": "{}"])
        let version = try await #require(ESBuild(for: project.root)).version()
        // Later versions read them.
        guard version.hasPrefix("0.17.") else { return }
        let found = await project.problems(of: "a.ts")
        #expect(
            found.first?.message.hasSuffix(
                "esbuild \(version) is too old for import attributes: an import without them works.") == true,
            "\(found)")
    }

    @Test func `a failing dynamic import is no error of the build`() async throws {
        let project = try TestProject(["a.ts": "export const a = import('./gone');\nimport('none');"])
        #expect(await project.problems(of: "a.ts").isEmpty)
    }

    @Test func `a package cannot bring a file from outside of the served folder`() async throws {
        let outside = try TemporaryFolder()
        try outside.write(#"{"secret": 1}"#, to: "secret.json")
        let project = try TestProject([
            "a.ts": "import secret from 'pack'; secret;",
            "node_modules/pack/index.js":
                "module.exports = require('../../../\(outside.url.lastPathComponent)/secret.json');",
        ])
        let found = await project.problems(of: "a.ts")
        #expect(found.first?.message.contains("is outside of the folder") == true, "\(found)")
        #expect(found.first?.file == project.path("node_modules/pack/index.js"))
    }

    @Test(arguments: ["../outside.js", "./link.js"])
    func `a file outside of the served folder is refused`(_ specifier: String) async throws {
        let outside = try TemporaryFolder()
        try outside.write("export const secret = 1;", to: "outside.js")
        try outside.write("import { secret } from '\(specifier)'; secret;", to: "project/a.ts")
        let root = outside.url.resolvingSymlinksInPath().appending(path: "project")
        try FileManager.default.createSymbolicLink(
            atPath: root.path + "/link.js", withDestinationPath: outside.url.path + "/outside.js")
        let builder = ScriptBuilder(cache: nil)
        let failure = await #expect(throws: BuildFailure.self) {
            _ = try await builder.modules(of: root.path + "/a.ts", in: ScriptProject(root: root))
        }
        #expect(failure?.problems.first?.message.contains("is outside of the folder") == true)
    }
}
