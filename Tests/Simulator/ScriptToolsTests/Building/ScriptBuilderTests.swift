import Foundation
import TestSupport
import Testing

@testable import ScriptTools

@Suite("Compiling scripts") struct ScriptBuilderTests {
    @Test func `enumerations, decorators, parameter properties and JSX become JavaScript`() async throws {
        let project = try TestProject([
            "tsconfig.json":
                #"{ "compilerOptions": { "experimentalDecorators": true, /* a comment */ "jsxFactory": "h", } }"#,
            "a.tsx": """
            enum Colour { red, green = 5 }
            const mark = (target: object, name: string) => {};
            class Shape { constructor(private size: number) {} @mark area() { return this.size; } }
            declare const h: any;
            export const view = <p title="x">{Colour.green}</p>, shape = new Shape(1);
            """,
        ])
        let text = try await project.text(of: "a.tsx")
        for part in ["Colour2[Colour2[\"green\"] = 5]", "this.size = size", "__decorateClass(", "h(\"p\", {"] {
            #expect(text.contains(part), "\(part): \(text)")
        }
        #expect(!text.contains("declare"))
    }

    @Test func `each script of the project is a module of its own, and specifiers are addresses`() async throws {
        let project = try TestProject([
            "tsconfig.json": #"{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }"#,
            "tests/a.test.ts": """
            import { test } from "vitest";
            import { one, type Shape } from "../src/one";
            import { two } from "@/parts/two";
            test("a", async () => { one(two); await import("../src/späte datei"); });
            """,
            "src/one.ts":
                "export interface Shape {}\nexport { two } from \"./parts/two.js\";\nexport const one = (n: number) => n;",
            "src/parts/two.ts": "export const two: number = 2;", "src/späte datei.js": "export default 3;",
        ])
        let modules = try await project.modules(of: "tests/a.test.ts")
        let text = try #require(modules.text(of: project.path("tests/a.test.ts")))
        for part in [
            "import { test } from \"/vitest.js\"", "import { one } from \"/src/one.ts\"",
            "import { two } from \"/src/parts/two.ts\"", "import(\"/src/sp%C3%A4te%20datei.js\")",
        ] { #expect(text.contains(part), "\(part): \(text)") }
        #expect(
            modules.text(of: project.path("src/one.ts"))?.contains("export { two } from \"/src/parts/two.ts\"") == true)
        #expect(modules.text(of: project.path("src/späte datei.js"))?.contains("export default 3") == true)
    }

    @Test func `source maps lead to the line and the column in the file`() async throws {
        let project = try TestProject([
            "a b.ts":
                "interface A { b: number }\n\nenum C { d }\nexport function f(a: A): never {\n    throw new Error(`${a}`);\n}\n"
        ])
        let text = try await project.text(of: "a b.ts")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let line = try #require(lines.firstIndex { $0.contains("throw new Error") })
        let column = try #require(lines[line].range(of: "new Error")).lowerBound.utf16Offset(in: lines[line])
        let data = try #require(SourceMap.address(in: text)?.split(separator: ",").last)
        let map = try #require(SourceMap(json: Data(base64Encoded: String(data)) ?? Data()))
        let found = try #require(map.original(line: line + 1, column: column + 1))
        #expect(found == SourceMap.Original(source: "./a%20b.ts", content: nil, line: 5, column: 11))
    }

    @Test func `the environment has the mode, the usual values and the variables of .env files`() async throws {
        let project = try TestProject([
            ".env": "VITE_A=one\nVITE_B=\"two # 2\"\nSECRET=no\n", ".env.test": "export VITE_A = three # a comment\n",
            "a.ts":
                "export const { VITE_A, MODE } = import.meta.env, b = import.meta.env.VITE_B, d = import.meta.env.DEV;",
        ])
        let text = try await project.text(of: "a.ts")
        #expect(text.contains("VITE_A: \"three\"") && text.contains("MODE: \"test\""), "\(text)")
        #expect(text.contains("b = \"two # 2\", d = true") && !text.contains("no"), "\(text)")
    }

    @Test func `data, style sheets, pictures and raw texts are modules with an address of their own`() async throws {
        let project = try TestProject([
            "a.ts": """
            import data, { name } from "./data.json";
            import "./style.css";
            import logo from "./logo.svg";
            import text from "./text.txt?raw";
            console.log(data, name, logo, text);
            """, "data.json": #"{"name": "x", "not a name": 1, "a²": 2}"#, "style.css": "p {}", "logo.svg": "<svg/>",
            "text.txt": "a\nb",
        ])
        let modules = try await project.modules(of: "a.ts")
        let text = try #require(modules.text(of: project.path("a.ts")))
        let generated = { (name: String, query: String) in
            #expect(modules.imports(project.path(name), query: query), "\(name)")
            return project.builder.generatedModule(of: project.path(name), query: query, in: project.project) ?? ""
        }
        #expect(text.contains("from \"/data.json?import\"") && text.contains("from \"/text.txt?raw\""), "\(text)")
        #expect(generated("data.json", "import").contains("export { member0 as name };"))
        #expect(!generated("data.json", "import").contains("value.a²"))
        #expect(generated("style.css", "import").contains("link.href = \"/style.css\""))
        #expect(generated("logo.svg", "import") == "export default \"/logo.svg\";\n")
        #expect(generated("text.txt", "raw") == "export default \"a\\nb\";\n")
        #expect(!modules.imports(project.path("data.json"), query: "raw"))
    }

    @Test func `the text and the address of a script are modules, whatever the script has`() async throws {
        let project = try TestProject([
            "tsconfig.json": #"{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }"#,
            "a.ts": """
            import text, { type Shape } from "./src/shape.ts?raw";
            import address from "./src/shape?url";
            import broken from "./src/broken.js?raw";
            export { default as aliased } from "@/shape.ts?raw";
            import { shape } from "./src/shape";
            import sheet from "./style.css?inline";
            import logo from "./logo.svg?inline";
            const late = () => [import("@/shape.ts?raw"), import("./gone.ts?raw")];
            console.log(text, address, broken, shape, sheet, logo, late);
            """, "src/shape.ts": "import 'nowhere'; export interface Shape {}; export const shape: number = 1;",
            "src/broken.js": "const = '", "style.css": "p {}", "logo.svg": "<svg/>",
            "node_modules/nowhere/index.js": "",
        ])
        let modules = try await project.modules(of: "a.ts")
        let text = try #require(modules.text(of: project.path("a.ts")))
        for part in [
            "import text from \"/src/shape.ts?raw\"", "import address from \"/src/shape.ts?url\"",
            "import broken from \"/src/broken.js?raw\"", "as aliased } from \"/src/shape.ts?raw\"",
            "import { shape } from \"/src/shape.ts\"", "import(\"/src/shape.ts?raw\")", "import(\"/gone.ts?raw\")",
            "from \"/style.css?inline\"",
        ] { #expect(text.contains(part), "\(part): \(text)") }
        let generated = { (name: String, query: String) in
            #expect(modules.imports(project.path(name), query: query), "\(name)")
            return project.builder.generatedModule(of: project.path(name), query: query, in: project.project) ?? ""
        }
        #expect(generated("src/shape.ts", "raw").hasPrefix("export default \"import 'nowhere'"))
        #expect(generated("src/shape.ts", "url") == "export default \"/src/shape.ts\";\n")
        #expect(generated("src/broken.js", "raw") == "export default \"const = '\";\n")
        #expect(generated("style.css", "inline") == "export default \"p {}\";\n")
        #expect(generated("logo.svg", "inline").contains("data:image/svg+xml;base64,PHN2Zy8+"))
    }

    @Test func `scripts are compiled once, together, and again after a change of them or of the configuration`()
        async throws
    {
        let project = try TestProject([
            "a.ts": "import './c'; export const a: number = 1;", "b.ts": "import './c'; export const b = 1;",
            "c.ts": "export const c = import.meta.env.VITE_C;",
        ])
        let paths = ["a.ts", "b.ts"].map(project.path)
        let key = project.project
        project.builder.prepare { [key: paths] }
        for name in ["a.ts", "b.ts", "a.ts"] { _ = try await project.modules(of: name) }
        #expect(await project.builder.starts == 2)
        try project.folder.write("import './c'; export const a = 22;", to: "a.ts")
        #expect(try await project.text(of: "a.ts").contains("22"))
        #expect(await project.builder.starts == 4)
        try project.folder.write("VITE_C=new", to: ".env")
        let changed = try await project.modules(of: "a.ts")
        #expect(changed.text(of: project.path("c.ts"))?.contains("\"new\"") == true)
        #expect(changed.configurationFiles.contains(project.path("tsconfig.json")))
    }

    @Test func `a script with an error does not undo the preparation of others`() async throws {
        let names = ["a.ts", "b.ts", "c.ts", "d.ts"]
        let project = try TestProject(
            Dictionary(uniqueKeysWithValues: names.map { ($0, "export const x: number = 1;") }))
        try project.folder.write("export const = ;", to: "d.ts")
        let (key, paths) = (project.project, names.map(project.path))
        project.builder.prepare { [key: paths] }
        _ = try await project.modules(of: "a.ts")
        let starts = await project.builder.starts
        _ = try await project.modules(of: "b.ts")
        #expect(await project.builder.starts == starts)
        #expect(await project.problems(of: "d.ts").count == 1)
    }

    @Test func `an import may have a query`() async throws {
        let project = try TestProject([
            "a.ts": "import { x } from './m.ts?one';\nimport { y } from './b?c.js';\nconsole.log(x, y);",
            "m.ts": "import { y } from './b?c.js'; export const x: number = y;", "b?c.js": "export const y = 1;",
        ])
        let modules = try await project.modules(of: "a.ts")
        let text = try #require(modules.text(of: project.path("a.ts")))
        for part in ["from \"/m.ts?one\"", "from \"/b%3Fc.js\""] {
            #expect(text.contains(part), "\(part): \(text)")
        }
        #expect(modules.text(of: project.path("m.ts"))?.contains("const x = y") == true)
        #expect(modules.text(of: project.path("b?c.js"))?.contains("y = 1") == true)
        #expect(!modules.imports(project.path("m.ts"), query: "import"))
    }

    @Test func `the same package is analysed once for all scripts`() async throws {
        let project = try TestProject([
            "a.ts": "import 'large'; export {};", "b.ts": "import 'large'; export {};",
            "node_modules/large/index.js": "exports.large = '\(String(repeating: "x", count: 100_000))';",
        ])
        let folder = try TemporaryFolder()
        let builder = try #require(ESBuild(for: project.root))
        _ = try await ModuleAnalysis.metafile(
            of: ["a.ts", "b.ts"].map(project.path), in: project.project, by: builder, NodeModules(), into: folder.url)
        let sizes = try FileManager.default.contentsOfDirectory(
            at: folder.url, includingPropertiesForKeys: [.fileSizeKey]
        ).map { try $0.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0 }
        #expect(sizes.reduce(0, +) < 150_000)
    }

    @Test func `plain scripts need no program`() throws {
        let project = try TestProject([
            "a.js":
                "import { test } from 'vitest'; import './b.mjs'; import('./gone.js'); import 'https://x.example/y.js';",
            "b.mjs": "import a from './a.js'; import data from './data.json' with { type: 'json' };",
            "typed.js": "import './c.ts';", "c.ts": "", "package.js": "import 'package';",
            "env.js": "import.meta.env.MODE;",
            "missing.js": "import './gone.js';",
        ])
        #expect(project.project.runsUnchanged(project.path("a.js")))
        for name in ["typed.js", "c.ts", "package.js", "env.js", "missing.js"] {
            #expect(!project.project.runsUnchanged(project.path(name)), "\(name)")
        }
    }

    @Test func `without esbuild, the error says what to install`() async throws {
        let project = try TestProject(["a.ts": "export const a = 1;"])
        let builder = ScriptBuilder(cache: nil) { _ in nil }
        let failure = await #expect(throws: BuildFailure.self) {
            _ = try await project.modules(of: "a.ts", by: builder)
        }
        #expect(
            failure?.problems.first?.message.contains("npm install --save-dev esbuild, or apt-get install esbuild")
                == true)
    }

    @Test func `an own esbuild that is too old is passed over`() throws {
        let project = try TestProject(["node_modules/.bin/esbuild": "#!/bin/sh\n"])
        let path = project.path("node_modules/.bin/esbuild")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        for (version, found) in [("0.16.17", nil), ("0.17.0", path), ("0.25.1", path), ("1.0.0", path)] {
            try project.folder.write(#"{"version": "\#(version)"}"#, to: "node_modules/esbuild/package.json")
            #expect(ESBuild(for: project.root, environment: ["PATH": "/nowhere"])?.path == found, "\(version)")
        }
    }

    @Test func `the project's own esbuild comes first, and the variable before it`() throws {
        let project = try TestProject(["node_modules/.bin/esbuild": "#!/bin/sh\n"])
        let path = project.path("node_modules/.bin/esbuild")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        #expect(ESBuild(for: project.root, environment: ["PATH": "/usr/bin"])?.path == path)
        #expect(ESBuild(for: project.root, environment: [ESBuild.variable: "/bin/sh"])?.path == "/bin/sh")
        #expect(ESBuild(for: project.root, environment: [ESBuild.variable: "/nowhere"]) == nil)
    }
}
