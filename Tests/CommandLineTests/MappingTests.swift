import TestSupport
import Testing

extension CommandLineSuite {
    @Suite("--map") struct MappingTests {
        private static let page = """
            <script>
            const right = location.href === 'sw://app.example/page.html' && isSecureContext;
            console.log(`1..1\\n${right ? '' : 'not '}ok 1 - ${location.href}`);
            </script>
            """
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        @Test func folderAnswersAnOrigin() async throws {
            try folder.write(Self.page, to: "dist/page.html")
            let run = try await Command.run(
                "test", "sw://app.example/page.html", "--map", "sw://app.example=dist", in: folder)
            #expect(run.status == 0)
            #expect(run.lastLine == "1 passed, 0 failed")
        }

        @Test func serverAnswersAnOrigin() async throws {
            let server = try await LocalServer(page: Self.page)
            let run = try await Command.run(
                "test", "sw://app.example/page.html", "--map", "sw://app.example=http://127.0.0.1:\(server.port)",
                in: folder)
            #expect(run.status == 0)
            #expect(run.lastLine == "1 passed, 0 failed")
        }

        /// The view tells such a page's address as https://app.example/page.html.
        @Test func aPermittedHostCanBeNamedEitherWay() async throws {
            try folder.write(Self.page, to: "dist/page.html")
            for address in ["sw://app.example/page.html", "https://app.example/page.html"] {
                let run = try await Command.run(
                    "test", address, "--map", "sw://app.example=dist", "--permit", "app.example", in: folder)
                #expect(run.status == 0, "\(run.output)")
                #expect(run.lastLine == "1 passed, 0 failed")
            }
        }

        @Test func rootServesAddresses() async throws {
            try folder.write(Self.page.replacing("app.example/page", with: "app.localhost/sub/page"), to: "www/sub/page.html")
            let run = try await Command.run(
                "test", "sw://app.localhost/sub/page.html", "--root", "www", in: folder)
            #expect(run.status == 0, "\(run.output)")
            #expect(run.lastLine == "1 passed, 0 failed")
        }

        @Test func offlineServersDoNotAnswer() async throws {
            let server = try await LocalServer(page: Self.page)
            let run = try await Command.run(
                "test", "sw://app.example/page.html", "--map", "sw://app.example=http://127.0.0.1:\(server.port)",
                "--offline", in: folder)
            #expect(run.status == 1)
            #expect(run.lastLine == "0 passed, 1 failed")
        }

        @Test func offlineFoldersAnswer() async throws {
            try folder.write(Self.page, to: "dist/page.html")
            let run = try await Command.run(
                "test", "sw://app.example/page.html", "--map", "sw://app.example=dist", "--offline", in: folder)
            #expect(run.status == 0)
        }

        @Test func pageThatTheFolderLacks() async throws {
            try folder.write(Self.page, to: "dist/page.html")
            let run = try await Command.run(
                "test", "sw://app.example/other.html", "--map", "sw://app.example=dist", in: folder)
            #expect(run.status == 1)
            #expect(run.output.contains("404"))
        }
    }
}
