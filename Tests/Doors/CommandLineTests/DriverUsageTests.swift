import TestSupport
import Testing

extension CommandLineSuite {
    @Suite("driver") struct DriverUsageTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        @Test(arguments: [
            (["--host", "0.0.0.0"], "--token"), (["--host", "box.example"], "--host"),
            (["--token", "short"], "--token"),
            (["--max-sessions", "0"], "--max-sessions"), (["--port", "70000"], "70000"), (["--size", "wide"], "wide"),
            (["--grid-config", "--port", "0"], "--port"),
        ])
        func `a wrong command line ends with exit code 2 and names the option or value`(
            arguments: [String], named: String
        ) async throws {
            let refused = try await Command.start(["driver"] + arguments, in: folder).result()
            #expect(refused.status == 2)
            #expect(refused.errors.contains(named))
            #expect(refused.output.isEmpty)
        }

        @Test func `the grid configuration has the token in its URL, and the status endpoint`() async throws {
            let run = try await Command.run(
                "driver", "--grid-config", "--max-sessions", "3", "--token", "0123456789abcdef", in: folder)
            #expect(run.status == 0)
            #expect(run.output.contains(#"url = "http://grid:0123456789abcdef@127.0.0.1:4444""#))
            #expect(run.output.contains("status-endpoint = \"/status\""))
        }

        @Test func `the grid configuration has the port and the sessions of a configuration file`() async throws {
            try folder.write("port: 5555\nmax-sessions: 7\nsize: 390x844", to: "options.yaml")
            let run = try await Command.run("driver", "--grid-config", "--config", "options.yaml", in: folder)
            #expect(run.status == 0)
            #expect(run.output.contains("127.0.0.1:5555"))
            #expect(run.output.contains("max-sessions = 7"))
        }
    }
}
