import Foundation
import TestSupport
import Testing

extension ReportSuite {
    @Suite("Source maps") struct SourceMapTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// A map from line 1 of the script to line 3 of the source, starting at column 5.
        private let map = """
            {"version": 3, "sources": ["../src/original.ts"], "names": [], "mappings": "AAEI"}
            """

        private func page(_ comment: String) throws {
            try folder.write("first\nsecond\n    throw new Error('mapped') // here\n", to: "src/original.ts")
            try folder.write("throw new Error('mapped');\n//# sourceMappingURL=\(comment)\n", to: "dist/made.js")
            try folder.write("<script src='dist/made.js'></script>", to: "page.html")
        }

        @Test func `external and inline maps give the source, its lines and its path`() async throws {
            try folder.write(map, to: "dist/made.js.map")
            for comment in ["made.js.map", "data:application/json;base64,\(Data(map.utf8).base64EncodedString())"] {
                try page(comment)
                let run = try await Command.run("test", "page.html", in: folder)
                #expect(run.status == 1)
                #expect(run.output.contains("at src/original.ts:3:5\n"), "\(run.output)")
                #expect(run.output.contains("> 3 |     throw new Error('mapped') // here"))
            }
        }

        @Test func `an invalid map leaves the script's own position`() async throws {
            try page("made.js.map")
            let head = "{\"version\": 3, \"sources\": [], \"mappings\": "
            for text in ["{", head + "\"!!!\"}", head + "\"AAggggggggggggggggggggggC\"}"] {
                try folder.write(text, to: "dist/made.js.map")
                let run = try await Command.run("test", "page.html", in: folder)
                #expect(run.output.contains("at dist/made.js:1:"), "\(run.output)")
            }
        }
    }
}
