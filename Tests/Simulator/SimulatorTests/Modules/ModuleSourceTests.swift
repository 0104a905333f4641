import Testing

@testable import Simulator

struct ModuleSourceTests {
    private func source(_ text: String) throws(NativeCallError) -> ModuleSource {
        try ModuleSource(text, file: "native.js")
    }

    @Test("Imports of every form are found, with the names that they need")
    func imports() throws {
        let found = try source(
            """
            import "./a.js";
            import b from "./b.js"
            import * as c from './c.js';
            import d, { e, f as g, default as h } from "./d.js";
            import i, * as j from "./j.js";
            import data from "./data.json" with { type: "json" };
            import from from "./from.js";
            """
        ).imports
        #expect(
            found == [
                .init(specifier: "./a.js", line: 1), .init(specifier: "./b.js", line: 2, names: ["default"]),
                .init(specifier: "./c.js", line: 3),
                .init(specifier: "./d.js", line: 4, names: ["default", "e", "f", "default"]),
                .init(specifier: "./j.js", line: 5, names: ["default"]),
                .init(specifier: "./data.json", line: 6, names: ["default"]),
                .init(specifier: "./from.js", line: 7, names: ["default"]),
            ])
    }

    @Test("Exports of every form are found")
    func exports() throws {
        let found = try source(
            """
            export const a = f(1, 2), b = { x, y }
            export let c, d = `,${[1, 2]}${
                1}`
            let no = 1, neither = 2
            let other = 1, another = 2
            export function e() {}
            export async function* g() {}
            export class H extends Object {}
            export { other as i, another as "a name" }
            export default class {}
            export { j as k } from "./j.js";
            export * as l from "./l.js"
            export * from "./m.js"
            """)
        #expect(found.exports == ["a", "b", "c", "d", "e", "g", "H", "i", "a name", "default", "k", "l"])
        #expect(found.starExports == [2])
        #expect(found.imports.map(\.specifier) == ["./j.js", "./l.js", "./m.js"])
    }

    @Test("Lines keep their numbers")
    func lines() throws {
        let text = "import {\n    a,\n    b\n} from './a.js'\nexport default {\n    a\n}\n// the end"
        let script = try source(text).script
        let lines = script.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[4].contains("___default = {"))
        #expect(lines[7] == "// the end")
    }

    @Test(
        "Words in comments, strings, templates, regular expressions and members do not count as statements",
        arguments: [
            "// import './x.js'\n/* export default 1 */", "const a = \"import './x.js'\", b = 'export'",
            "const t = `import './x.js' ${ { a: `export default ${1}` } } export`", "const r = /import '[/]x'/.test(x)",
            "a.import('x'); a.export = 1; const o = { export: 1 }", "#!/usr/bin/env export",
        ])
    func noStatements(_ text: String) throws {
        let found = try source(text)
        #expect(found.imports.isEmpty)
        #expect(found.exports.isEmpty)
    }

    @Test(
        "The error for an unavailable form names the line",
        arguments: [
            ("\nawait import('./x.js')", 2, "import()"), ("`${import('./x.js')}`", 1, "import()"),
            ("const a = 1\n\nimport.meta.url", 3, "import.meta"),
            ("export const { a } = b", 1, "destructuring"), ("import { a from './x.js'", 1, "cannot be read"),
            ("\nexport 3", 2, "cannot be read"), ("import {", 1, "cannot be read"),
            ("export * as", 1, "cannot be read"),
            ("import x from y", 1, "cannot be read"), ("export", 1, "cannot be read"),
        ])
    func refused(_ text: String, _ line: Int, _ words: String) {
        let error = #expect(throws: NativeCallError.self) { _ = try ModuleSource(text, file: "native.js") }
        #expect(error?.line == line)
        #expect(error?.file == "native.js")
        #expect(error?.message.contains(words) == true)
    }
}
