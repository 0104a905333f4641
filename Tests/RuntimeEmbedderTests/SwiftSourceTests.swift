import Testing

@testable import RuntimeEmbedder

struct SwiftSourceTests {
    @Test func `comment lines become empty, and other lines keep their numbers`() {
        let text =
            "// one\n/** two */\n  /**\n   * three\n   */\nconst a = /** @type {any} */ (1); // four\n/** @x */ b();\n"
        #expect(
            SwiftSource.withoutComments(text) == "\n\n\n\n\nconst a = /** @type {any} */ (1); // four\n/** @x */ b();\n"
        )
    }

    @Test func `the parts of a manifest become one constant, in their order`() throws {
        let manifest = Manifest(name: "worker_page", text: "# The page.\nb.js\n\n# Not a part.\na.js\n")
        let text = try SwiftSource.of([manifest]) { "\($0)();" }
        #expect(
            text.contains(
                "    /// The page.\n    static let workerPage = RuntimeText(\n"
                    + "        ###\"\"\"\nb.js();\na.js();\n\"\"\"###,\n        parts: [\n"))
    }

    @Test func `the parts of a script are listed with their lines and their hops`() throws {
        let manifest = Manifest(name: "worker_page", text: "b.js\nshared/a.js\n")
        let text = try SwiftSource.of([manifest]) { $0 == "b.js" ? "{\n    // hop\n}// hop\n" : "three();" }
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
    func `a part that would end the Swift literal is refused`(_ part: String) {
        let manifest = Manifest(name: "window", text: "a.js")
        #expect(throws: ManifestError.self) { try SwiftSource.of([manifest]) { _ in part } }
    }
}
