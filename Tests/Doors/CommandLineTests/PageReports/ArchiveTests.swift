import Foundation
import TestSupport
import Testing

extension ReportSuite {
    @Suite("HTTP archives") struct ArchiveTests {
        private let folder: TemporaryFolder

        private static let page = """
            <script>
            console.log("1..1");
            (async () => {
                const text = await (await fetch("/page.html?again", { method: "POST", body: "one" })).text();
                await navigator.serviceWorker.register("/held");
                await navigator.serviceWorker.ready;
                console.log(text.includes("1..1") ? "ok 1 - the same" : "not ok 1 - the same");
            })().catch((error) => console.log("not ok 1 - " + error));
            </script>
            """

        init() throws { folder = try TemporaryFolder() }

        /// Records the page from a server that ends with the recording.
        private func record() async throws -> [String] {
            let server = try await LocalServer(page: Self.page)
            server.release()
            let map = "sw://site.example=http://127.0.0.1:\(server.port)"
            let run = try await Command.run(
                "test", "sw://site.example/page.html", "--map", map, "--har", "out.har", in: folder)
            #expect(run.status == 0, "\(run.output)\(run.errors)")
            return ["test", "sw://site.example/page.html", "--map", map, "--replay-har", "out.har"]
        }

        @Test func `an independent reader finds the requests of page and worker`() async throws {
            _ = try await record()
            let read = try await ReportReader.run("read_har.py", "out.har", in: folder)
            try #require(read.status == 0, "\(read.errors)")
            let lines = read.output.split(separator: "\n").map { $0.split(separator: "|").map(String.init) }
            let title = "sw://site.example/page.html"
            #expect(lines.allSatisfy { $0.first == title })
            let found = Set(lines.map { $0.dropFirst().prefix(4).joined(separator: " ") })
            #expect(
                found.isSuperset(of: [
                    "page GET sw://site.example/page.html 200", "page POST sw://site.example/page.html?again 200",
                    "worker GET sw://site.example/held 200",
                ]), "\(found)")
            #expect(lines.first?[5] == String(Self.page.utf8.count) && lines.first?[6].hasPrefix("text/html") == true)
        }

        @Test func `a replay needs no server`() async throws {
            let replay = try await record()
            let run = try await Command.start(replay, in: folder).result()
            #expect(run.status == 0, "\(run.output)")
            #expect(run.lastLine == "1 passed, 0 failed")
        }

        @Test func `a page that WebKit loads from http is recorded and replayed, too`() async throws {
            var server: LocalServer? = try await LocalServer(page: Self.page)
            let address = "http://127.0.0.1:\(server?.port ?? 0)"
            server?.release()
            let run = try await Command.run("test", "\(address)/page.html", "--har", "out.har", in: folder)
            #expect(run.status == 0, "\(run.output)")
            server = nil
            let read = try await ReportReader.run("read_har.py", "out.har", in: folder)
            #expect(read.output.contains("|GET|\(address)/page.html|200|"), "\(read.output)\(read.errors)")
            #expect(read.output.contains("|GET|\(address)/held|200|"))
            let replay = try await Command.run("test", "\(address)/page.html", "--replay-har", "out.har", in: folder)
            #expect(replay.status == 0, "\(replay.output)")
        }

        @Test func `a request without an entry fails the page, and is named`() async throws {
            let replay = try await record()
            try folder.write(
                folder.text("out.har").replacing("\"text\":\"one\"", with: "\"text\":\"two\""), to: "out.har")
            let run = try await Command.start(replay, in: folder).result()
            #expect(run.status == 1)
            #expect(
                run.output.contains("POST sw://site.example/page.html?again has no entry in out.har"), "\(run.output)")
        }

        @Test func `the archive is whole while the page runs`() async throws {
            let server = try await LocalServer(page: "<script>onload = () => fetch('/held')</script>")
            let map = "sw://site.example=http://127.0.0.1:\(server.port)"
            let running = try Command.start(
                ["test", "sw://site.example/page.html", "--map", map, "--har", "out.har", "--timeout", "60"], in: folder
            )
            await server.heldRequest()
            running.signal(SIGKILL)
            #expect(try await running.result().status == -SIGKILL)
            let read = try await ReportReader.run("read_har.py", "out.har", in: folder)
            #expect(read.status == 0, "\(read.errors)")
            #expect(read.output.contains("GET|sw://site.example/page.html|200"))
        }

        @Test func `files that are no archives are refused`() async throws {
            try folder.writePage("page.html", printing: "1..0")
            try folder.write("{\"log\": {}}", to: "bad.har")
            let bad = try await Command.run("test", "page.html", "--replay-har", "bad.har", in: folder)
            #expect(
                bad.status == 2
                    && bad.errors.contains("--replay-har: bad.har is no HTTP archive: “log.entries” is missing"))
            let missing = try await Command.run("test", "page.html", "--har", "missing/out.har", in: folder)
            #expect(missing.status == 2 && missing.errors.contains("--har: missing/out.har cannot be written"))
        }
    }
}
