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

        @Test func `options are read from the file that --config names`() async throws {
            let run = try await Command.run(
                "test", "sw://app.example/page.html", "--config", "options.yaml", in: folder)
            #expect(run.status == 0)
            #expect(run.output.hasPrefix("TAP version 13\n"))
        }

        @Test func `options are read from the file that SWWEBVIEW_CONFIG names`() async throws {
            let run = try await Command.run(
                "test", "sw://app.example/page.html", in: folder, environment: ["SWWEBVIEW_CONFIG": "options.yaml"])
            #expect(run.status == 0)
            #expect(run.output.hasPrefix("TAP version 13\n"))
        }

        @Test(
            .hangLimit(minutes: 1),
            arguments: [
                (1...9).reduce("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n") { text, level in
                    text + "a\(level): &a\(level) ["
                        + Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ") + "]\n"
                } + "map: *a9\n",
                "map:\n" + String(repeating: "- sw://x=.\n", count: 100_000),
                "permit:\n" + String(repeating: "- example.com\n", count: 1001),
            ])
        func `a file with too many values ends with exit code 2 and a message`(text: String) async throws {
            try folder.write(text, to: "large.yaml")
            let run = try await Command.run(
                "test", "sw://app.example/page.html", "--config", "large.yaml", in: folder)
            #expect(run.status == 2)
            #expect(run.errors.contains("large.yaml has over 10000 values") || run.errors.contains("1001 values"))
        }

        @Test func `an option of the command line overrides the one of the file`() async throws {
            let run = try await Command.run(
                "test", "sw://app.example/page.html", "--reporter", "spec", in: folder,
                environment: ["SWWEBVIEW_CONFIG": "options.yaml"])
            #expect(run.status == 0)
            #expect(run.lastLine == "1 passed, 0 failed")
        }

        @Test func `the timeout of the file ends a page that hangs`() async throws {
            // A page that is in the loop, and one that is not there yet, say the same.
            try folder.write("<script>for (;;);</script>", to: "page.html")
            try folder.write("timeout: 3", to: "short.yaml")
            let run = try await Command.run("test", "page.html", "--config=short.yaml", in: folder)
            #expect(run.status == 1)
            #expect(run.output.contains("Ran out of time"))
        }

        @Test func `options of another command are ignored`() async throws {
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
        func `a file with a mistake ends with exit code 2 and names the file, option or value`(
            text: String, named: String
        ) async throws {
            try folder.write(text, to: "options.yaml")
            let run = try await Command.run("test", "dist/page.html", "--config", "options.yaml", in: folder)
            #expect(run.status == 2)
            #expect(run.errors.contains(named))
        }
    }
}
