import Testing

@testable import FileEmbedder

struct ScriptJoinerTests {
    @Test func `each file runs once, after the files that it imports`() throws {
        let files = [
            "window/start.js": "import { a } from \"../shared/a.js\";\nimport { b } from \"./b.js\";\na(b);",
            "window/b.js": "import { a } from \"../shared/a.js\";\nexport const b = a;",
            "shared/a.js": "export const a = 1;",
        ]
        let modules = try join("window/start.js", files)
        #expect(modules.map(\.path) == ["shared/a.js", "window/b.js", "window/start.js"])
    }

    @Test func `roots run in the order of the manifest`() throws {
        let files = ["b.js": "b();", "a.js": "a();"]
        #expect(try join("b.js\na.js", files).map(\.path) == ["b.js", "a.js"])
    }

    @Test func `imports and exports are stripped, and the lines keep their numbers`() throws {
        let files = [
            "start.js": "// Starts.\nimport {\n    a, b,\n} from \"./a.js\";\nimport \"./c.js\";\n\na(b, c);\n",
            "a.js": """
            export const { a, b: c } = x;
            export let b = 1;
            export async function d() {}
            export class E {}
            """,
            "c.js": "export const {\n    f,\n} = y;\n    export(1);",
        ]
        let modules = try join("start.js", files)
        #expect(
            modules.map(\.text) == [
                "const { a, b: c } = x;\nlet b = 1;\nasync function d() {}\nclass E {}",
                "const {\n    f,\n} = y;\n    export(1);", "\n\n\n\n\n\na(b, c);\n",
            ])
        #expect(modules[0].exports == ["a", "c", "b", "d", "E"])
        #expect(modules[2].source == files["start.js"])
    }

    @Test func `a circle is refused with the files that make it`() {
        let files = [
            "start.js": "import \"./a.js\";", "a.js": "import \"./b.js\";", "b.js": "import \"./a.js\";",
        ]
        #expect(
            failure("start.js", files)
                == "a.js imports b.js imports a.js. Move what they share into a file that imports neither.")
    }

    @Test func `a name that the other file does not export is refused`() {
        let files = ["start.js": "import { a, b } from \"./a.js\";", "a.js": "export const a = 1, b = 2;"]
        #expect(failure("start.js", files) == "start.js imports b from a.js, which does not export it")
    }

    @Test func `realms have different files for a name of theirs`() throws {
        let files = [
            "a.js": "import { hear } from \"realm/bridge\";\nhear();", "window.js": "export const hear = 1;",
            "worker.js": "export const hear = 2;",
        ]
        #expect(try join("a.js\nrealm/bridge = window.js", files).map(\.path) == ["window.js", "a.js"])
        #expect(try join("a.js\nrealm/bridge = worker.js", files).map(\.path) == ["worker.js", "a.js"])
        #expect(failure("a.js", files) == "a.js imports realm/bridge, for which the manifest of window has no file")
        #expect(
            failure("worker.js\nrealm/bridge = window.js", files)
                == "The manifest of window has realm/bridge, which no file imports")
    }

    @Test(arguments: [
        "import a from \"./a.js\";", "import * as a from \"./a.js\";", "import { a as b } from \"./a.js\";",
        "import './a.js';",
        "import { a } from \"./a.js\"", "import(\"./a.js\");", "export default 1;", "export { a };",
        "export * from \"./a.js\";",
        "export var a = 1;", "export const [a] = b;", "export(1);",
    ])
    func `another form of an import or export is refused with its line`(_ statement: String) {
        #expect(failure("start.js", ["start.js": "\n\(statement)", "a.js": ""])?.hasPrefix("start.js:2: an ") == true)
    }

    @Test func `files of another folder are found from both sides`() throws {
        let files = [
            "a.js": "import { b } from \"../../other/b.js\";",
            "../../other/b.js": "import { c } from \"./c.js\";\nexport const b = c;",
            "../../other/c.js": "export const c = 1;",
        ]
        #expect(
            try join("a.js\n../../other/b.js", files).map(\.path) == ["../../other/c.js", "../../other/b.js", "a.js"])
    }

    @Test(arguments: ["a.js", "/a.js", "https://a.example/a.js"])
    func `an import that is neither relative nor a role is refused`(_ specifier: String) {
        let message = failure("start.js", ["start.js": "import \"\(specifier)\";", "a.js": ""])
        #expect(message?.hasPrefix("start.js imports \(specifier), which is ") == true)
    }

    @Test(arguments: ["a.js\na.js", "realm/a = b.js\nrealm/a = c.js", "a = b.js", "realm/a = b = c"])
    func `a manifest with another line is refused`(_ text: String) {
        #expect(throws: EmbeddingError.self) { try Manifest(name: "window", text: text) }
    }

    private func join(_ manifest: String, _ files: [String: String]) throws -> [ScriptModule] {
        try ScriptJoiner.modules(of: try Manifest(name: "window", text: manifest)) { try #require(files[$0]) }
    }

    private func failure(_ manifest: String, _ files: [String: String]) -> String? {
        do {
            _ = try join(manifest, files)
            return nil
        } catch {
            return "\(error)"
        }
    }
}
