import Foundation
import TestSupport
import Testing

extension PageCommandSuite {
    /// Pages in processes of their own, and runs that a signal ends.
    @Suite("Workers") struct WorkersTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        @Test func `results of several workers come in the order of the pages`() async throws {
            for number in 1...6 {
                let wait = (7 - number) * 60
                try folder.write(
                    "<script>setTimeout(() => console.log('1..1\\nok 1 - page \(number)'), \(wait))</script>",
                    to: "pages/\(number).html")
            }
            let run = try await Command.run("test", "pages", "--workers", "3", in: folder)
            #expect(run.status == 0)
            #expect(run.output.matches(of: /✓ page (\d)/).compactMap { Int($0.1) } == Array(1...6))
            #expect(run.lastLine == "6 passed, 0 failed")
        }

        @Test func `two workers run two pages at the same time`() async throws {
            let server = try await LocalServer(
                page: "<script>fetch('/held').then(() => console.log('1..1\\nok 1 - let go'))</script>")
            let page = "sw://app.example/page.html"
            let command = try Command.start(
                [
                    "test", page, page + "?again", "--workers", "2", "--map",
                    "sw://app.example=http://127.0.0.1:\(server.port)",
                ], in: folder)
            // One after the other there would only ever be one.
            await server.heldRequests(2)
            server.release()
            let run = try await command.result()
            #expect(run.status == 0)
            #expect(run.lastLine == "2 passed, 0 failed")
        }

        @Test func `a worker that is killed fails its own page only, and another takes its place`() async throws {
            let server = try await LocalServer(
                page: """
                    <script>
                    console.log('1..2\\nok 1 - one');
                    fetch('/held').then(() => console.log('ok 2 - two'));
                    </script>
                    """)
            let pages = (1...3).map { "sw://app.example/page.html?\($0)" }
            let command = try Command.start(
                ["test"] + pages + [
                    "--workers", "2", "--map", "sw://app.example=http://127.0.0.1:\(server.port)",
                ], in: folder)
            await server.heldRequests(2)
            // The command is the first; the others are its workers.
            let own = command.processes().filter { $0.name == "swwebview" }
            try #require(own.count == 3)
            own[1].signal(SIGKILL)
            // The worker that is left holds its page, so a new one has the third page.
            await server.heldRequest()
            server.release()
            let run = try await command.result()
            #expect(run.status == 1)
            #expect(run.output.contains("crash: The worker process that ran the page was ended by signal 9"))
            // The killed worker may have reported its first test.
            #expect(run.lastLine?.contains(/^[45] passed, 1 failed$/) == true, "\(run.output)")
            #expect(command.processes().filter { !$0.hasEnded(within: 10) }.map(\.name) == [])
        }

        @Test func `no process is left after a run with workers`() async throws {
            try folder.writePage("pages/1.html", printing: "1..1", "ok 1")
            try folder.writePage("pages/2.html", printing: "1..1", "ok 1")
            let command = try Command.start(["test", "pages", "--workers", "2"], in: folder)
            #expect(try await command.result().status == 0)
            #expect(command.processes().filter { !$0.hasEnded(within: 10) }.map(\.name) == [])
        }

        /// As a terminal does it: the signal comes to all processes of the group at once.
        @Test(arguments: ["1", "2"])
        func `an interrupt ends with exit code 130 and reports the results so far`(workers: String) async throws {
            let server = try await LocalServer(
                page: "<script>console.log('1..3\\nok 1 - one\\nok 2 - two\\nok 3 - three'); fetch('/held')</script>"
                    .replacing("1..3\\n", with: ""))
            try folder.writePage("1.html", printing: "1..1", "ok 1 - first")
            try folder.writePage("3.html", printing: "1..1", "ok 1 - third")
            try folder.writePage("4.html", printing: "1..1", "ok 1 - fourth")
            let command = try Command.start(
                [
                    "test", "1.html", "sw://app.example/page.html", "3.html", "4.html", "--workers", workers,
                    "--reporter", "spec", "--reporter", "junit=report.xml", "--map",
                    "sw://app.example=http://127.0.0.1:\(server.port)",
                ], in: folder, ownGroup: true)
            await server.heldRequest()
            command.signalGroup(SIGINT)
            let run = try await command.result()
            #expect(run.status == 130)
            // Beside another worker the first page may not have come that far.
            #expect(run.output.contains("✓ two") && (workers == "2" || run.output.contains("✓ first")))
            #expect(run.output.contains("Interrupted"))
            #expect(run.lastLine?.contains(/^\d passed, 0 failed$/) == true)
            #expect(try await ReportReader.run("read_junit.py", "report.xml", in: folder).status == 0)
            #expect(command.processes().filter { !$0.hasEnded(within: 10) }.map(\.name) == [])
        }

        @Test func `no process is left when a command with workers is killed`() async throws {
            let server = try await LocalServer(page: "<script>fetch('/held')</script>")
            try folder.writePage("2.html", printing: "1..1", "ok 1")
            let command = try Command.start(
                [
                    "test", "sw://app.example/page.html", "2.html", "--workers", "2", "--map",
                    "sw://app.example=http://127.0.0.1:\(server.port)",
                ], in: folder)
            await server.heldRequest()
            let processes = command.processes()
            command.signal(SIGKILL)
            #expect(try await command.result().status == -SIGKILL)
            #expect(processes.filter { !$0.hasEnded(within: 10) }.map(\.name) == [])
        }
    }
}
