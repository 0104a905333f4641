import Foundation
import TestSupport
import Testing

extension OriginSuite {
    /// `--map https://ORIGIN=…` without `--permit`: WebKit loads the origin itself.
    @Suite("--map https://") struct MappedWebOriginTests {
        /// Reports its address, so that a page under `sw://` fails.
        private static func page(_ address: String, _ more: String = "true") -> String {
            """
            <script>
            const right = location.href === '\(address)' && isSecureContext && !('SWWebView' in self) && \(more);
            console.log(`1..1\\n${right ? '' : 'not '}ok 1 - ${location.href}`);
            </script>
            """
        }
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        @Test func `a folder answers an https origin under its own address`() async throws {
            try folder.write(Self.page("https://app.example/tests/a.html?x=1"), to: "dist/tests/a.html")
            let run = try await Command.run(
                "test", "https://app.example/tests/a.html?x=1", "--map", "https://app.example=dist", in: folder)
            #expect(run.status == 0, "\(run.output)\(run.errors)")
            #expect(run.lastLine == "1 passed, 0 failed")
        }

        @Test func `a page of a mapped server imports a module from a second mapped origin`() async throws {
            let server = try await LocalServer(
                page: """
                    <script type="module">
                    import { name } from 'https://cdn.example/library.mjs';
                    const right = location.href === 'https://app.example/page.html' && name === 'library';
                    console.log(`1..1\\n${right ? '' : 'not '}ok 1 - ${location.href} ${name}`);
                    </script>
                    """)
            try folder.write("export const name = 'library';", to: "cdn/library.mjs")
            let run = try await Command.run(
                "test", "https://app.example/page.html", "--map", "https://app.example=http://127.0.0.1:\(server.port)",
                "--map", "https://cdn.example=cdn", in: folder)
            #expect(run.status == 0, "\(run.output)\(run.errors)")
            #expect(run.lastLine == "1 passed, 0 failed")
        }

        @Test func `the inspect endpoint of a mapped origin tells the https address of its request`() async throws {
            try folder.write(
                """
                <script>
                fetch('/___testing___/inspect').then((response) => response.json()).then(({ url }) => {
                    const right = url === 'https://app.example/___testing___/inspect';
                    console.log(`1..1\\n${right ? '' : 'not '}ok 1 - ${url}`);
                });
                </script>
                """, to: "dist/page.html")
            let run = try await Command.run(
                "test", "https://app.example/page.html", "--map", "https://app.example=dist", in: folder)
            #expect(run.status == 0, "\(run.output)\(run.errors)")
        }

        @Test func `a redirect from a folder to its index page is followed`() async throws {
            try folder.write(Self.page("https://app.example/tests/"), to: "dist/tests/index.html")
            let run = try await Command.run(
                "test", "https://app.example/tests", "--map", "https://app.example=dist", in: folder)
            #expect(run.status == 0, "\(run.output)\(run.errors)")
        }

        @Test func `offline, a mapped folder answers, and mapped and unmapped servers do not`() async throws {
            let server = try await LocalServer(page: "")
            try folder.write(Self.page("https://app.example/page.html", "!navigator.onLine"), to: "dist/page.html")
            let maps = [
                "--map", "https://app.example=dist", "--map", "https://api.example=http://127.0.0.1:\(server.port)",
            ]
            let run = try await Command.start(
                ["test", "https://app.example/page.html", "--offline"] + maps, in: folder
            ).result()
            #expect(run.status == 0, "\(run.output)\(run.errors)")
            let mapped = try await Command.start(
                ["test", "https://api.example/page.html", "--offline"] + maps, in: folder
            ).result()
            #expect(mapped.status == 1)
            #expect(mapped.output.contains("offline"), "\(mapped.output)")
            let unmapped = try await Command.run(
                "test", "http://127.0.0.1:\(server.port)/page.html", "--offline", in: folder)
            #expect(unmapped.status == 1)
            #expect(unmapped.output.contains("offline"), "\(unmapped.output)")
        }

        /// WebKit keeps cookies, its own service workers and their caches in the folder.
        @Test func `cookies, service workers and caches are kept in the folder for the next run`() async throws {
            try folder.write(
                """
                <title>new</title>
                <script>
                const { serviceWorker } = navigator;
                const kept = `${document.cookie || 'none'} ${serviceWorker.controller?.scriptURL}`;
                document.cookie = 'a=1; Max-Age=1000000; Secure';
                serviceWorker.register('/worker.js');
                serviceWorker.ready.then(async () => {
                    await fetch('/page.html');
                    document.title = kept;
                });
                </script>
                """, to: "dist/page.html")
            try folder.write(
                """
                oninstall = (event) => event.waitUntil(caches.open('v1').then((cache) => cache.add('/page.html')));
                onfetch = (event) =>
                    event.respondWith(caches.match(event.request).then((found) => found ?? fetch(event.request)));
                """, to: "dist/worker.js")
            func inspect(_ map: String, title: String, _ more: String...) async throws -> CommandResult {
                try await Command.start(
                    [
                        "snapshot", "https://app.example/page.html", "-o", "a.png", "--storage", "kept", "--map", map,
                        "--wait-for", "document.title === '\(title)'",
                    ] + more, in: folder
                ).result()
            }
            let first = try await inspect("https://app.example=dist", title: "none undefined")
            #expect(first.status == 0, "\(first.errors)")
            // The server is gone, so the worker must answer.
            let port = try SilentPort()
            let second = try await inspect(
                "https://app.example=http://127.0.0.1:\(port.number)",
                title: "a=1 https://app.example/worker.js", "--offline")
            #expect(second.status == 0, "\(second.errors)")
        }

        @Test func `a permitted host is loaded under sw`() async throws {
            try folder.write(
                "<script>console.log(`1..1\\n${location.protocol === 'sw:' ? '' : 'not '}ok 1`)</script>",
                to: "dist/page.html")
            let run = try await Command.run(
                "test", "https://app.example/page.html", "--map", "https://app.example=dist", "--permit", "app.example",
                in: folder)
            #expect(run.status == 0, "\(run.output)\(run.errors)")
        }

        @Test func `an address of an unmapped origin ends with exit code 2 and names --map`() async throws {
            let run = try await Command.run(
                "test", "capacitor://localhost/a.html", "--map", "https://app.example=.", in: folder)
            #expect(run.status == 2)
            #expect(run.errors.contains("--map"))
        }
    }
}
