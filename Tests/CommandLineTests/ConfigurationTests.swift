import TestSupport
import Testing

extension CommandLineSuite {
    @Suite("--config") struct ConfigurationTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            try folder.writePage("dist/page.html", printing: "1..1", "ok 1 - configured")
            try folder.write("map: [\"sw://app.example=dist\"]\nreporter: tap\ntimeout: 20\n", to: "options.yaml")
        }

        @Test func fileNamedByTheOption() async throws {
            let run = try await Command.run(
                "test", "sw://app.example/page.html", "--config", "options.yaml", in: folder)
            #expect(run.status == 0)
            #expect(run.output.hasPrefix("TAP version 13\n"))
        }

        @Test func fileNamedByTheVariable() async throws {
            let run = try await Command.run(
                "test", "sw://app.example/page.html", in: folder, environment: ["SWWEBVIEW_CONFIG": "options.yaml"])
            #expect(run.status == 0)
            #expect(run.output.hasPrefix("TAP version 13\n"))
        }

        @Test func commandLineWins() async throws {
            let run = try await Command.run(
                "test", "sw://app.example/page.html", "--reporter", "spec", in: folder,
                environment: ["SWWEBVIEW_CONFIG": "options.yaml"])
            #expect(run.status == 0)
            #expect(run.lastLine == "1 passed, 0 failed")
        }

        @Test func timeoutOfTheFile() async throws {
            // A page that is in the loop, and one that is not there yet, say the same.
            try folder.write("<script>for (;;);</script>", to: "page.html")
            try folder.write("timeout: 3", to: "short.yaml")
            let run = try await Command.run("test", "page.html", "--config=short.yaml", in: folder)
            #expect(run.status == 1)
            #expect(run.output.contains("Ran out of time"))
        }

        @Test func optionsOfOtherCommandsAreLeftOut() async throws {
            let run = try await Command.run(
                "snapshot", "sw://app.example/page.html", "-o", "a.png", in: folder,
                environment: ["SWWEBVIEW_CONFIG": "options.yaml"])
            #expect(run.status == 0)
        }

        @Test(arguments: [
            ("maps: [a]", "maps"), ("timeout: {a: 1}", "timeout"), ("just text", "options.yaml"),
            ("a: [", "options.yaml"),
            ("timeout: soon", "soon"), ("map: nonsense", "nonsense"), ("size: 1x", "1x"),
        ])
        func wrongFileIsNamed(text: String, named: String) async throws {
            try folder.write(text, to: "options.yaml")
            let run = try await Command.run("test", "dist/page.html", "--config", "options.yaml", in: folder)
            #expect(run.status == 2)
            #expect(run.errors.contains(named))
        }
    }
}
