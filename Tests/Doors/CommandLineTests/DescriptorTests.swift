import Foundation
import TestSupport
import Testing

extension FailureSuite {
    @Suite("Descriptors") struct DescriptorTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            try folder.write("postMessage(1);", to: "worker.js")
            try folder.write(
                """
                <script type="module">
                  const answers = Array.from({ length: 40 }, () => new Promise((resolve) => {
                    const worker = new Worker("worker.js");
                    worker.onmessage = () => resolve(worker);
                  }));
                  await Promise.all(answers);
                  console.log("1..1\\nok 1 - all workers run");
                </script>
                """, to: "workers.html")
        }

        /// Runs the page in a shell that has set a limit.
        private func run(_ limit: String) async throws -> CommandResult {
            try await RunningCommand(
                ["/bin/sh", "-c", #"\#(limit) && exec "$0" test workers.html"#, Command.executable], folder: folder.url,
                environment: Command.environment, blocking: []
            ).result()
        }

        @Test func `a limit that is too low ends the command with a sentence`() async throws {
            let result = try await run("ulimit -n 24")
            #expect(result.status == 3)
            #expect(result.errors.contains("too few descriptors: the process may open 24"))
        }

        @Test func `a soft limit is raised for the web processes`() async throws {
            let result = try await run("ulimit -S -n 48")
            #expect(result.status == 0)
        }
    }
}
