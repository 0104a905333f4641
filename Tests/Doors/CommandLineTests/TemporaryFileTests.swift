import Foundation
import TestSupport
import Testing

extension FailureSuite {
    /// The temporary files of the command: whatever ends it, none is left, and no other user can read them meanwhile.
    @Suite("Temporary files") struct TemporaryFileTests {
        private static let page = """
            <script>
            console.log("1..1");
            const files = window.Capacitor?.Plugins.Filesystem;
            const write = async () => files?.writeFile({ path: "a/b.txt", directory: "DOCUMENTS", data: "eA==", recursive: true });
            write().then(() => fetch("/held")).then(() => console.log("ok 1 - answered"));
            </script>
            """
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            try folder.write("", to: "temporary/.keep")
        }

        private static let kinds = [["--app", "capacitor"], ["--app", "capacitor", "--workers", "2"]]

        private func start(_ server: LocalServer, _ options: [String]) throws -> RunningCommand {
            let page = "capacitor://localhost/page.html"
            // Of two pages, each has a worker.
            let pages = options.contains("--workers") ? [page, page + "?2"] : [page]
            return try Command.start(
                ["test"] + pages + ["--map", "capacitor://localhost=http://127.0.0.1:\(server.port)"] + options,
                in: folder, environment: ["TMPDIR": folder.path("temporary")])
        }

        /// The names of the files but the library of WebKit's processes, which processes share.
        private func left() throws -> [String] {
            try FileManager.default.subpathsOfDirectory(atPath: folder.path("temporary"))
                .filter { !$0.hasPrefix("swwebview-\(getuid())-") && $0 != ".keep" }
        }

        private func modes() throws -> Set<Int> {
            Set(
                try left().map {
                    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("temporary/\($0)"))
                    return attributes[.posixPermissions] as? Int ?? 0
                })
        }

        @Test(arguments: kinds, [SIGTERM, SIGHUP, SIGINT])
        func `no temporary file is left when a signal ends the command`(options: [String], signal: Int32) async throws {
            let server = try await LocalServer(page: Self.page)
            let command = try start(server, options)
            await server.heldRequests(options.count > 2 ? 2 : 1)
            #expect(try left().contains { $0.hasSuffix("files/Documents/a/b.txt") })
            #expect(try modes() == [0o600, 0o700])
            command.signal(signal)
            #expect(try await command.result().status == (signal == SIGINT ? 130 : -signal))
            #expect(try left() == [])
        }

        @Test func `the next run removes what a killed one has left`() async throws {
            let server = try await LocalServer(page: Self.page)
            let command = try start(server, Self.kinds[0])
            await server.heldRequest()
            command.signal(SIGKILL)
            #expect(try await command.result().status == -SIGKILL)
            #expect(try left() != [])
            server.release()
            #expect(try await start(server, Self.kinds[0]).result().status == 0)
            #expect(try left() == [])
        }

        @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGKILL])
        func `the interface of tests leaves no folder`(signal: Int32) async throws {
            let server = try await LocalServer(page: Self.page)
            try folder.write("", to: "page.html")
            let lines = folder.url.appending(path: "lines")
            #expect(mkfifo(lines.path, 0o600) == 0)
            let command = try RunningCommand(
                ["/bin/sh", "-c", #"exec "$0" "$@" > lines"#, Command.executable]
                    + ["test", "page.html", "--ui", "--port", "0"],
                folder: folder.url,
                environment: Command.environment.merging(["TMPDIR": folder.path("temporary")]) { $1 }, blocking: [])
            let output = try await Command.open(lines)
            #expect(String(decoding: output.availableData, as: UTF8.self).hasPrefix("Open http"))
            #expect(try left() != [])
            #expect(try modes() == [0o700])
            command.signal(signal)
            _ = try await command.result()
            // The command may end when its output is closed.
            withExtendedLifetime(output) {}
            if signal == SIGKILL {
                server.release()
                #expect(try await start(server, Self.kinds[0]).result().status == 0)
            }
            #expect(try left() == [])
        }

        @Test(arguments: [SIGTERM, SIGHUP])
        func `commands of GitHub go on after a report that a signal ends`(signal: Int32) async throws {
            let server = try await LocalServer(page: Self.page)
            let command = try start(server, ["--reporter", "github"])
            await server.heldRequest()
            command.signal(signal)
            let run = try await command.result()
            let token = try #require(run.output.firstMatch(of: /^::stop-commands::(.+)\n/)).1
            #expect(run.output.hasSuffix("\n::\(token)::\n"))
        }

        @Test func `commands of GitHub go on after a report that Ctrl-C ends, once and twice`() async throws {
            for count in 1...2 {
                let server = try await LocalServer(page: Self.page)
                let command = try start(server, ["--reporter", "github"])
                await server.heldRequest()
                for _ in 1...count { command.signal(SIGINT) }
                let run = try await command.result()
                #expect(run.status == 130)
                let commands = run.output.split(separator: "\n").filter { $0.hasPrefix("::") }
                let token = try #require(commands.first?.firstMatch(of: /^::stop-commands::(.+)$/)).1
                #expect(commands.last == "::\(token)::")
            }
        }
    }
}
