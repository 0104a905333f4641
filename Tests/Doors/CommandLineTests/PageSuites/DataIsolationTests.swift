import Foundation
import TestSupport
import Testing

extension PageCommandSuite {
    /// Pages that share a web process with the pages before and after.
    @Suite("--isolation data") struct DataIsolationTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// Writes a page that asks a held server before its test passes.
        private func writeHeldPage(_ name: String, _ host: String) throws {
            try folder.write(
                """
                <script>
                const report = () => console.log("1..1\\nok 1 - passes");
                fetch("sw://\(host)/held", { mode: "no-cors" }).then(report);
                </script>
                """, to: name)
        }

        /// Returns the pages that failed, each with the kinds of its failures, and the number of tests that passed.
        private func outcome(_ run: CommandResult) throws -> (failed: [String: [String]], passed: Int?) {
            let events = try ReportReader.events(run.output)
            var failed: [String: [String]] = [:]
            for case let result as [String: Any] in events.map({ $0["result"] }) {
                let failures = result["failures"] as? [[String: Any]] ?? []
                if let page = result["page"] as? String, !failures.isEmpty {
                    failed[page] = failures.compactMap { $0["kind"] as? String }
                }
            }
            let passed = events.compactMap { $0["summary"] as? [String: Any] }.last?["passed"] as? Int
            return (failed, passed)
        }

        private func webProcesses(_ running: RunningCommand) -> [HeldProcess] {
            running.processes().filter { $0.name.hasPrefix("WebKitWebProces") }
        }

        @Test func `a page whose web process is killed fails by its name, and the next pages pass in a new process`()
            async throws
        {
            let servers = [try await LocalServer(page: ""), try await LocalServer(page: "")]
            for (index, page) in ["2.html", "3.html"].enumerated() { try writeHeldPage(page, "held\(index).example") }
            for page in ["1.html", "4.html"] { try folder.writePage(page, printing: "1..1", "ok 1 - passes") }
            let maps = servers.enumerated().flatMap {
                ["--map", "sw://held\($0).example=http://127.0.0.1:\($1.port)"]
            }
            let running = try Command.start(
                ["test", "1.html", "2.html", "3.html", "4.html", "--isolation", "data", "--reporter", "json"] + maps,
                in: folder)
            await servers[0].heldRequest()
            let killed = webProcesses(running)
            #expect(!killed.isEmpty)
            for process in killed { process.signal(SIGKILL) }
            await servers[1].heldRequest()
            for process in killed { #expect(process.hasEnded(within: 10)) }
            #expect(!webProcesses(running).isEmpty)
            servers[1].release()
            let run = try await running.result()
            #expect(run.status == 1, "\(run.errors)")
            let outcome = try outcome(run)
            #expect(outcome.failed == ["2.html": ["crash"]])
            #expect(outcome.passed == 3)
        }

        @Test(arguments: [
            ("for (;;);", 3), ("console.log('1..2\\nok 1 - begins'); onload = () => { for (;;); }", 4),
        ])
        func `a page in an endless loop fails by its name, and the next pages pass`(script: String, passed: Int)
            async throws
        {
            try folder.write("<script>\(script)</script>", to: "2.html")
            for page in ["1.html", "3.html", "4.html"] {
                try folder.writePage(page, printing: "1..1", "ok 1 - passes")
            }
            let run = try await Command.run(
                "test", "1.html", "2.html", "3.html", "4.html", "--isolation", "data", "--timeout", "2", "--reporter",
                "json", in: folder)
            #expect(run.status == 1, "\(run.errors)")
            let outcome = try outcome(run)
            #expect(outcome.failed == ["2.html": ["hang"]])
            #expect(outcome.passed == passed)
        }
    }
}
