import Foundation
import TestSupport
import Testing

@testable import ScriptTools

@Suite("A module as one script") struct ModuleScriptTests {
    private func script(_ text: String, _ files: [String: String] = [:]) async throws -> ModuleScript {
        let project = try TestProject(files.merging(["native.js": text]) { $1 })
        return try await ModuleScript("native.js", text: text, in: project.root)
    }

    @Test(arguments: [
        "// import './x.js'\n/* export const a = 1 */", "const a = \"import './x.js'\", b = 'export'",
        "const t = `import './x.js' ${ { a: `export const b ${1}` } } export`", "const r = /import '[/]x'/.test(x)",
        "a.import('x'); a.export = 1; const o = { export: 1 }", "#!/usr/bin/env export",
    ])
    func `a module without imports keeps its text and its lines`(_ text: String) async throws {
        let module = try await script(text + "\nexport\n default { handlers: {} }")
        #expect(module.original(line: 2) == nil)
        let lines = module.script.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.last { $0.contains("handlers") } == " { handlers: {} }" || module.script.contains("___default ="))
        #expect(module.script.hasSuffix("return ___default; })"))
        #expect(lines.count == text.split(separator: "\n", omittingEmptySubsequences: false).count + 3)
    }

    @Test func `imports are bundled, and lines lead to their files`() async throws {
        let module = try await script(
            "import { a } from './lib/a.ts';\nimport data from './data.json';\nexport default { handlers: {\n    a,\n    data,\n    bug: () => null.x\n} };",
            [
                "lib/a.ts": "interface A {}\nexport const a = () => {\n    throw new Error('a');\n};",
                "data.json": "{\"x\": 1}",
            ])
        let lines = module.script.split(separator: "\n", omittingEmptySubsequences: false)
        let line = try #require(lines.firstIndex { $0.contains("throw new Error") })
        let place = try #require(module.original(line: line + 1))
        #expect(place.file == "lib/a.ts" && place.line == 3)
        #expect(module.script.contains("x: 1"))
        let member = try #require(lines.firstIndex { $0.contains("bug: ") })
        #expect(module.original(line: member + 1).map { "\($0)" } == "(file: \"native.js\", line: 6)")
    }

    @Test func `an import outside of the folder is refused with its place`() async throws {
        let outside = try TemporaryFolder()
        try outside.write("export default 1", to: "outside.js")
        try outside.write("import one from '../outside.js';\nexport default one;", to: "app/native.js")
        let root = outside.url.resolvingSymlinksInPath().appending(path: "app")
        let failure = await #expect(throws: BuildFailure.self) {
            _ = try await ModuleScript("native.js", text: "import one from '../outside.js'", in: root)
        }
        #expect(failure?.problems.first?.message.contains("is outside of the folder") == true)
        #expect(failure?.problems.first?.line == 1 && failure?.problems.first?.file == root.path + "/native.js")
    }
}
