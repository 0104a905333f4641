import TestSupport
import Testing

extension OriginSuite {
    /// `--map` of schemes that are an application's own.
    @Suite("--map capacitor://localhost") struct ApplicationOriginTests {
        private static let page = """
            <script>
            const right = location.href === 'capacitor://localhost/page.html' && origin === 'capacitor://localhost';
            console.log(`1..1\\n${right && isSecureContext ? '' : 'not '}ok 1 - ${location.href}`);
            </script>
            """
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        @Test func `a folder answers the origin, online and offline`() async throws {
            try folder.write(Self.page, to: "www/page.html")
            for options in [[], ["--offline"]] {
                let run = try await Command.start(
                    ["test", "capacitor://localhost/page.html", "--map", "capacitor://localhost=www"] + options,
                    in: folder
                ).result()
                #expect(run.status == 0, "\(run.output)\(run.errors)")
                #expect(run.lastLine == "1 passed, 0 failed")
            }
        }

        @Test func `a server answers the origin, unless the view is offline`() async throws {
            let server = try await LocalServer(page: Self.page)
            let command = [
                "test", "capacitor://localhost/page.html", "--map",
                "capacitor://localhost=http://127.0.0.1:\(server.port)",
            ]
            let online = try await Command.start(command, in: folder).result()
            #expect(online.lastLine == "1 passed, 0 failed", "\(online.output)\(online.errors)")
            let offline = try await Command.start(command + ["--offline"], in: folder).result()
            #expect(offline.status == 1)
            #expect(offline.output.contains("this view is offline"), "\(offline.output)")
        }

        @Test func `a page frames a page of another mapped scheme, and cannot fetch from it`() async throws {
            try folder.write(
                """
                <script>
                const own = fetch('ionic://localhost/text').then((r) => r.text(), () => 'refused');
                const frame = document.createElement('iframe');
                frame.src = 'ionic://localhost/frame.html';
                onmessage = async ({ data, origin }) => {
                    const right = data === 'here' && origin === 'ionic://localhost' && await own === 'refused';
                    console.log(`1..1\\n${right ? '' : 'not '}ok 1 - ${data} ${origin}`);
                };
                document.documentElement.append(frame);
                </script>
                """, to: "www/page.html")
            try folder.write("<script>parent.postMessage('here', '*')</script>", to: "other/frame.html")
            try folder.write("text", to: "other/text")
            let run = try await Command.run(
                "test", "app://localhost/page.html", "--map", "app://localhost=www", "--map", "ionic://localhost=other",
                in: folder)
            #expect(run.lastLine == "1 passed, 0 failed", "\(run.output)\(run.errors)")
        }

        @Test func `a database of the page is kept in the storage folder for the next run`() async throws {
            try folder.write(
                """
                <script type="module">
                const opening = indexedDB.open('visits', 1);
                opening.onupgradeneeded = () => opening.result.createObjectStore('visits', { autoIncrement: true });
                const database = await new Promise((resolve) => (opening.onsuccess = () => resolve(opening.result)));
                const transaction = database.transaction('visits', 'readwrite', { durability: 'strict' });
                transaction.objectStore('visits').add('a visit');
                const count = transaction.objectStore('visits').count();
                await new Promise((resolve) => (transaction.oncomplete = resolve));
                document.title = count.result;
                </script>
                """, to: "www/index.html")
            for visit in 1...2 {
                let run = try await Command.run(
                    "snapshot", "capacitor://localhost/", "--map", "capacitor://localhost=www", "--storage", "kept",
                    "-o",
                    "\(visit).png", "--wait-for", "document.title === '\(visit)'", "--timeout", "20", in: folder)
                #expect(run.status == 0, "\(run.output)\(run.errors)")
            }
        }

        @Test func `an address of an unmapped origin ends with exit code 2 and names --map`() async throws {
            let run = try await Command.run("test", "capacitor://localhost/page.html", in: folder)
            #expect(run.status == 2)
            #expect(run.errors.contains("--map"))
        }

        @Test func `media of the origin that are missing fail without a word of the command`() async throws {
            try folder.write(
                """
                <audio src=sound.wav onerror="console.log(`1..1\nok 1 - code ${this.error.code}`)"></audio>
                """, to: "www/page.html")
            let run = try await Command.run(
                "test", "capacitor://localhost/page.html", "--map", "capacitor://localhost=www", in: folder)
            #expect(run.status == 0, "\(run.output)\(run.errors)")
            #expect(run.output.contains("code 4"), "\(run.output)")
        }
    }
}
