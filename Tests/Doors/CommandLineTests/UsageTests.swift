import TestSupport
import Testing

extension CommandLineSuite {
    @Suite("Usage") struct UsageTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            try folder.writePage("page.html", printing: "1..1", "ok 1")
        }

        @Test func `the help lists the commands`() async throws {
            let help = try await Command.run("--help", in: folder)
            #expect(help.status == 0)
            let listed = help.output.matches(of: /\n  ([a-z]+) {2,}/).map { String($0.1) }
            #expect(listed == ["test", "preview", "snapshot", "driver", "mcp", "trace", "recorder", "doctor"])
            #expect(help.errors.isEmpty)
        }

        @Test(arguments: ["test", "snapshot"])
        func `the help of a command names its options`(command: String) async throws {
            let help = try await Command.run(command, "--help", in: folder)
            #expect(help.status == 0)
            for option in ["--map", "--permit", "--size", "--timeout", "--config", "--output"] {
                #expect(help.output.contains(option))
            }
        }

        @Test func `the version is followed by the one of WebKitGTK`() async throws {
            let version = try await Command.run("--version", in: folder)
            #expect(version.status == 0)
            #expect(version.output.contains(/^swwebview \d+\.\d+\.\d+ \(WebKitGTK 2\.\d+\.\d+\)\n$/))
        }

        @Test(arguments: [
            (["tset", "page.html"], "tset"),
            (["test"], "page"),
            (["test", "page.html", "--colour"], "--colour"),
            (["test", "page.html", "--reporter", "loud"], "loud"),
            (["test", "page.html", "--reporter", "spec", "--reporter", "tap"], "--reporter"),
            (["test", "page.html", "--reporter", "spec=a", "--reporter", "tap=a"], "--reporter"),
            (["test", "page.html", "--reporter", "tap=a.tap", "--output", "b"], "--output"),
            (
                ["test", "page.html", "--reporter", "junit=missing/a.xml"],
                "--reporter: missing/a.xml cannot be written: No such file or directory. Make the folder missing first."
            ),
            (
                ["test", "page.html", "--reporter", "junit=page.html/a.xml"],
                "page.html/a.xml cannot be written: Not a directory"
            ),
            (["test", "page.html", "--fidelity", "missing/a.json"], "missing/a.json cannot be written: No such file"),
            (["test", "page.html", "--replay", "missing.json"], "missing.json cannot be read: No such file"),
            (["test", "page.html", "--replay-har", "missing.har"], "missing.har cannot be read: No such file"),
            (["test", "page.html", "--ca", "missing.pem"], "missing.pem cannot be read: No such file"),
            (["trace", "missing.trace"], "missing.trace cannot be read: No such file"),
            (["test", "page.html", "--workers", "0"], "--workers"),
            (["test", "page.html", "--workers", "2", "--storage", "store"], "--storage"),
            (["test", "page.html", "--shard", "3/2"], "3/2"),
            (["test", "page.html", "--retries", "-1"], "--retries"),
            (["test", "page.html", "--grep", "(a"], "--grep"),
            (["test", "page.html", "--test-timeout", "0"], "--test-timeout"),
            (["test", "page.html", "--timeout", "0"], "--timeout"),
            (["test", "page.html", "--timeout", "soon"], "soon"),
            (["test", "page.html", "--timeout", "inf"], "--timeout"),
            (["test", "page.html", "--timeout", "nan"], "--timeout"),
            (["test", "page.html", "--timeout", "1e300"], "--timeout"),
            (["test", "page.html", "--test-timeout", "inf"], "--test-timeout"),
            (["snapshot", "page.html", "-o", "a.png", "--timeout", "inf"], "--timeout"),
            (["test", "page.html", "--retries", "9223372036854775807"], "--retries"),
            (["test", ""], "“”"), (["snapshot", "", "-o", "a.png"], "“”"),
            (["test", "page.html", "--storage", ""], "--storage"), (["test", "page.html", "--assets", ""], "--assets"),
            (["test", "page.html", "--sqlite", ""], "--sqlite"), (["test", "page.html", "--root", ""], "--root"),
            (["test", "page.html", "--ca", ""], "--ca"), (["test", "page.html", "--inject", ""], "--inject"),
            (["test", "page.html", "--permit", "http://x/"], "http://x/"),
            (["test", "page.html", "--permit", ""], "--permit"),
            (["test", "page.html", "--permit", "x/y"], "x/y"), (["test", "page.html", "--permit", "a@b"], "a@b"),
            (
                ["test", "page.html", "--screenshots", "/proc/x"],
                "--screenshots: “/proc/x” cannot be written: No such file"
            ),
            (
                ["test", "page.html", "--screenshots", "page.html"],
                "--screenshots: “page.html” cannot be written: Not a directory"
            ),
            (["test", "page.html", "--trace", "always"], "always"),
            (["test", "page.html", "--trace", "on", "--trace-folder", "/proc/x"], "--trace-folder: “/proc/x”"),
            (["test", "page.html", "--har", "a.har", "--workers", "2"], "--har"),
            (["test", "page.html", "--har", "a.har", "--replay-har", "a.har"], "--replay-har reads"),
            (["test", "page.html", "--watch", "--list"], "--watch"),
            (["test", "page.html", "--ui", "--list"], "--ui"),
            (["test", "page.html", "--ui", "--workers", "2"], "--ui"),
            (["test", "page.html", "--port", "0"], "--port"),
            (["test", "page.html", "--ui", "--host", "0.0.0.0"], "--host"),
            (["test", "page.html", "--host", "capacitor"], "--app capacitor"),
            (["test", "page.html", "--timezone", "Mars/Base"], "Mars/Base"),
            (["test", "page.html", "--clock", "noon"], "--clock: “noon”"),
            (["snapshot", "page.html", "-o", "a.png", "--clip", "1,2"], "1,2"),
            (["snapshot", "page.html", "-o", "a.png", "--clip", "1,2,3x4", "--full-page"], "--clip"),
            (["trace", "page.html"], "page.html is no trace"),
            (["test", "http://127.0.0.1:6000/"], "port 6000"),
            (["test", "page.html", "--map", "sw://app.example"], "--map"),
            (["test", "page.html", "--map", "sw://app.example=missing"], "missing"),
            (["test", "page.html", "--map", "file://host=."], "WebKit itself loads file:"),
            (["test", "page.html", "--map", "wss://host=."], "WebKit itself loads wss:"),
            (["test", "page.html", "--map", "assets://host=.", "--assets", "."], "--assets answers assets://"),
            (["test", "page.html", "--map", "1app://host=."], "is not an origin"),
            (["test", "page.html", "--root", "missing"], "--root: missing"),
            (["test", "page.html", "--inject", "missing.js"], "--inject: missing.js"),
            (["test", "page.html", "--output", "missing/report.tap"], "--output: missing/report.tap"),
            (["test", "page.html", "--size", "390"], "390"),
            (["test", "page.html", "--size", "0x844"], "0x844"),
            (["test", "page.html", "--config", "missing.yaml"], "missing.yaml"),
            (["test", "missing.html"], "missing.html"),
            (["snapshot", "missing.html", "-o", "a.png"], "missing.html"),
            (["preview", "missing.html"], "missing.html"),
            (["preview", "page.html", "--inspector"], "--inspector"),
            (["preview", "page.html", "--host", "0.0.0.0"], "--token"),
            (["preview", "page.html", "--host", "example.com"], "--host"),
            (["preview", "page.html", "--token", "short"], "--token"),
            (["snapshot", "page.html"], "--output"),
            (["snapshot", "page.html", "-o", "a.gif"], "a.gif"),
            (["snapshot", "page.html", "-o", "missing/a.png"], "missing/a.png"),
            (["test", "page.html", "--framework", "mocha=missing.js"], "missing.js"),
        ])
        func `a wrong command line ends with exit code 2 and names the option or value`(
            arguments: [String], named: String
        ) async throws {
            let refused = try await Command.start(arguments, in: folder).result()
            #expect(refused.status == 2)
            #expect(refused.errors.contains(named))
            #expect(refused.output.isEmpty)
        }
    }
}
