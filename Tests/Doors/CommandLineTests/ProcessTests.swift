import Foundation
import TestSupport
import Testing

extension FailureSuite {
    @Suite("Processes") struct ProcessTests {
        private static let page = """
            <script>fetch('/held').then(() => console.log('1..1\\nok 1 - answered'))</script>
            """
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        @Test func `a command without display and Xvfb ends with exit code 3 and a message`() async throws {
            try folder.writePage("page.html", printing: "1..1", "ok 1")
            let run = try await Command.run("test", "page.html", in: folder, environment: ["PATH": "/nonexistent"])
            #expect(run.status == 3)
            #expect(run.errors.contains("apt-get install xvfb"))
            #expect(run.output.isEmpty)
        }

        /// Foundation's `Process` starts programs with all signals blocked. Xvfb must get its signal nevertheless.
        @Test(arguments: [[], [SIGTERM, SIGINT]])
        func `no process is left when the command ends`(blocking: [Int32]) async throws {
            let server = try await LocalServer(page: Self.page)
            let command = try start(server, blocking: blocking)
            await server.heldRequest()
            let processes = try processes(of: command)
            server.release()
            #expect(try await command.result().status == 0)
            // The command waits for its children: none may need another moment.
            #expect(processes.filter { !$0.hasEnded(within: 0) }.map(\.name) == [])
            #expect(command.processes().map(\.name) == [])
        }

        /// A connection that the command has closed would stay open in its display, and the peer would wait for ever.
        @Test func `child processes do not inherit a descriptor of the command`() async throws {
            let server = try await LocalServer(page: Self.page)
            try folder.write("", to: "open")
            let map = "sw://app.example=http://127.0.0.1:\(server.port)"
            let command = try RunningCommand(
                ["/bin/sh", "-c", #"exec 9<open; exec "$0" "$@""#, Command.executable]
                    + ["test", "sw://app.example/page.html", "--map", map],
                folder: folder.url, environment: Command.environment, blocking: [])
            await server.heldRequest()
            let holders = try processes(of: command).filter { $0.hasOpen(folder.url.appending(path: "open")) }
            server.release()
            #expect(try await command.result().status == 0)
            #expect(holders.map(\.name) == ["swwebview"])
        }

        /// SIGINT, which `test` answers, has tests of its own.
        @Test(arguments: [SIGKILL, SIGTERM, SIGHUP])
        func `no process is left when a signal ends the command`(signal: Int32) async throws {
            let server = try await LocalServer(page: Self.page)
            let command = try start(server)
            await server.heldRequest()
            let processes = try processes(of: command)
            command.signal(signal)
            #expect(try await command.result().status == -signal)
            #expect(processes.filter { !$0.hasEnded(within: 10) }.map(\.name) == [])
            #expect(command.processes().map(\.name) == [])
        }

        private func start(_ server: LocalServer, blocking: [Int32] = []) throws -> RunningCommand {
            let map = "sw://app.example=http://127.0.0.1:\(server.port)"
            return try Command.start(
                ["test", "sw://app.example/page.html", "--map", map], in: folder, blocking: blocking)
        }

        private func processes(of command: RunningCommand) throws -> [HeldProcess] {
            let processes = command.processes()
            let names = Set(processes.map(\.name))
            // The kernel keeps 15 characters of a name.
            try #require(names.isSuperset(of: ["Xvfb", "WebKitNetworkPr", "WebKitWebProces"]), "there are \(names)")
            return processes
        }
    }
}
