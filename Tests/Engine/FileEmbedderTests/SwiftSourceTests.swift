import Testing

@testable import FileEmbedder

struct SwiftSourceTests {
    @Test func `comment lines become empty, and other lines keep their numbers`() {
        let text =
            "// one\n/** two */\n  /**\n   * three\n   */\nconst a = /** @type {any} */ (1); // four\n/** @x */ b();\n"
        #expect(
            SwiftSource.withoutComments(text) == "\n\n\n\n\nconst a = /** @type {any} */ (1); // four\n/** @x */ b();\n"
        )
    }

    @Test func `the parts of a manifest become one constant, in their order`() throws {
        let manifest = try Manifest(name: "worker_page", text: "# The page.\nb.js\n\n# Not a part.\na.js\n")
        let text = try SwiftSource.scripts([manifest]) { "\($0)();" }
        #expect(
            text.contains(
                "    /// The page.\n    static let workerPage = RuntimeText(\n"
                    + "        ###\"\"\"\nb.js();\na.js();\n\"\"\"###,\n        parts: [\n"))
    }

    @Test func `the parts of a script are listed with their lines and their hops`() throws {
        let manifest = try Manifest(name: "worker_page", text: "b.js\nshared/a.js\n")
        let text = try SwiftSource.scripts([manifest]) { $0 == "b.js" ? "{\n    // hop\n}// hop\n" : "three();" }
        #expect(
            text.contains(
                """
                        parts: [
                            RuntimePart(path: "b.js", lines: 4, hops: [1]),
                            RuntimePart(path: "shared/a.js", lines: 1, hops: []),
                        ])

                """))
    }

    @Test(arguments: ["\"\"\"###", "\\###(x)"])
    func `a part that would end the Swift literal is refused`(_ part: String) throws {
        let manifest = try Manifest(name: "window", text: "a.js")
        #expect(throws: EmbeddingError.self) { try SwiftSource.scripts([manifest]) { _ in part } }
    }

    @Test func `files become texts that are named after them`() throws {
        let text = try SwiftSource.files([("a-b.test.js", "\\(x)\n"), ("c.css", "")])
        let texts =
            "static let a_b_test_js = ###\"\"\"\n\\(x)\n\n\"\"\"###\n    static let c_css = ###\"\"\"\n\n\"\"\"###\n"
        #expect(text == "/// The files of the target.\nenum EmbeddedFiles {\n    \(texts)}\n")
        #expect(throws: EmbeddingError.self) { try SwiftSource.files([("a.js", "1\r\n")]) }
    }
}
