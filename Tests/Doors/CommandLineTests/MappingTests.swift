import TestSupport
import Testing

extension OriginSuite {
    @Suite("--map") struct MappingTests {
        private static let page = """
            <script>
            const right = location.href === 'sw://app.example/page.html' && isSecureContext;
            console.log(`1..1\\n${right ? '' : 'not '}ok 1 - ${location.href}`);
            </script>
            """
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        @Test func `a folder answers an origin`() async throws {
            try folder.write(Self.page, to: "dist/page.html")
            let run = try await Command.run(
                "test", "sw://app.example/page.html", "--map", "sw://app.example=dist", in: folder)
            #expect(run.status == 0)
            #expect(run.lastLine == "1 passed, 0 failed")
        }

        @Test func `a server answers an origin`() async throws {
            let server = try await LocalServer(page: Self.page)
            let run = try await Command.run(
                "test", "sw://app.example/page.html", "--map", "sw://app.example=http://127.0.0.1:\(server.port)",
                in: folder)
            #expect(run.status == 0)
            #expect(run.lastLine == "1 passed, 0 failed")
        }

        /// The view tells such a page's address as https://app.example/page.html.
        @Test func `a permitted host is loaded from its sw address and from its https address`() async throws {
            try folder.write(Self.page, to: "dist/page.html")
            for address in ["sw://app.example/page.html", "https://app.example/page.html"] {
                let run = try await Command.run(
                    "test", address, "--map", "sw://app.example=dist", "--permit", "app.example", in: folder)
                #expect(run.status == 0, "\(run.output)")
                #expect(run.lastLine == "1 passed, 0 failed")
            }
        }

        /// Also where a service worker fetches the navigation.
        @Test(arguments: ["index.html", "shell/app.html"])
        func `the fallback answers navigations to routes, but no fetches and images`(_ name: String) async throws {
            let page = """
                <script type="module">
                const check = async () => {
                    const { ready } = navigator.serviceWorker;
                    await navigator.serviceWorker.register('/worker.js');
                    await ready;
                    const frame = document.createElement('iframe');
                    frame.src = '/routes/9';
                    document.body.append(frame);
                    await new Promise((resolve) => { frame.onload = resolve; });
                    const image = new Image();
                    image.src = '/routes/8';
                    return location.pathname === '/routes/7' && frame.contentDocument.title === 'Route'
                        && (await fetch('/routes/8')).status === 404 && await image.decode().then(() => false, () => true);
                };
                if (top === self) console.log(`1..1\\n${await check() ? '' : 'not '}ok 1 - routes`);
                </script><title>Route</title><body>
                """
            try folder.write(page, to: "dist/\(name)")
            try folder.write("onfetch = (event) => event.respondWith(fetch(event.request))", to: "dist/worker.js")
            let run = try await Command.run(
                "test", "sw://app.example/routes/7", "--map", "sw://app.example=dist", "--fallback", name, in: folder)
            #expect(run.status == 0, "\(run.output)")
            #expect(run.lastLine == "1 passed, 0 failed")
        }

        @Test(arguments: [
            ("/etc/hostname", "name a file by its path inside the folders"),
            ("../secret.html", "name a file by its path inside the folders"), ("", "the value is empty"),
        ])
        func `a fallback that is empty or outside the folders is refused`(
            _ path: String, _ refusal: String
        ) async throws {
            let run = try await Command.run("test", "sw://app.localhost/", "--fallback", path, in: folder)
            #expect(run.status == 2)
            #expect(run.errors.contains("--fallback: \(refusal)"))
        }

        @Test func `addresses are answered from the folder of --root`() async throws {
            try folder.write(
                Self.page.replacing("app.example/page", with: "app.localhost/sub/page"), to: "www/sub/page.html")
            let run = try await Command.run(
                "test", "sw://app.localhost/sub/page.html", "--root", "www", in: folder)
            #expect(run.status == 0, "\(run.output)")
            #expect(run.lastLine == "1 passed, 0 failed")
        }

        @Test func `offline, a mapped server does not answer`() async throws {
            let server = try await LocalServer(page: Self.page)
            let run = try await Command.run(
                "test", "sw://app.example/page.html", "--map", "sw://app.example=http://127.0.0.1:\(server.port)",
                "--offline", in: folder)
            #expect(run.status == 1)
            #expect(run.lastLine == "0 passed, 1 failed")
        }

        @Test func `offline, a mapped folder answers, and --offline=strict is mentioned once`() async throws {
            try folder.write(Self.page, to: "dist/page.html")
            let run = try await Command.run(
                "test", "--offline", "sw://app.example/page.html", "--map", "sw://app.example=dist", in: folder)
            #expect(run.status == 0)
            #expect(run.errors.components(separatedBy: "--offline=strict").count == 2, "\(run.errors)")
        }

        @Test func `offline, the own folder of a page answers without mention of --offline=strict`() async throws {
            try folder.write(Self.page.replacing("app.example", with: "app.localhost"), to: "page.html")
            let run = try await Command.run("test", "--offline", "page.html", in: folder)
            #expect(run.status == 0)
            #expect(!run.errors.contains("--offline=strict"))
        }

        @Test(arguments: [true, false])
        func `strictly offline, a mapped folder does not answer`(_ isFromFile: Bool) async throws {
            try folder.write(Self.page, to: "dist/page.html")
            try folder.write("offline: strict", to: "options.yaml")
            let run = try await Command.run(
                "test", "sw://app.example/page.html", "--map", "sw://app.example=dist",
                isFromFile ? "--config=options.yaml" : "--offline=strict", in: folder)
            #expect(run.status == 1)
            #expect(run.output.contains("strictly offline"), "\(run.output)")
        }

        @Test func `an unknown value of --offline ends with exit code 2`() async throws {
            let run = try await Command.run("test", "sw://app.localhost/", "--offline=perhaps", in: folder)
            #expect(run.status == 2)
            #expect(run.errors.contains("--offline"))
        }

        @Test func `a link out of the folder is answered with 403, and its target is named in the log`() async throws {
            try folder.write("secret", to: "outside.txt")
            try folder.write(
                """
                <script type="module">
                const { status } = await fetch('link.txt');
                console.log(`1..1\\n${status === 403 ? '' : 'not '}ok 1 - ${status}`);
                </script>
                """, to: "dist/page.html")
            try folder.link("dist/link.txt", to: "../outside.txt")
            let run = try await Command.run(
                "test", "sw://app.example/page.html", "--map", "sw://app.example=dist", in: folder)
            #expect(run.status == 0, "\(run.output)")
            #expect(run.errors.contains("dist/link.txt is a link that leads out of the mapped folder"))
            #expect(run.errors.contains(folder.path("outside.txt")))
            #expect(!run.output.contains(folder.path("outside.txt")))
        }

        @Test func `a page that the folder lacks fails with 404`() async throws {
            try folder.write(Self.page, to: "dist/page.html")
            let run = try await Command.run(
                "test", "sw://app.example/other.html", "--map", "sw://app.example=dist", in: folder)
            #expect(run.status == 1)
            #expect(run.output.contains("404"))
        }
    }
}
