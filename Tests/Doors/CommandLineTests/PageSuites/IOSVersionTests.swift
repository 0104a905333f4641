import TestSupport
import Testing

extension PageCommandSuite {
    @Suite("--ios") struct IOSVersionTests {
        private let folder: TemporaryFolder

        /// Names with the first version that has them, as texts of expressions.
        private static let names = [
            ("'structuredClone' in self", 16), ("'at' in Array.prototype", 16), ("'locks' in navigator", 16),
            ("'BroadcastChannel' in self", 16), ("'timeout' in AbortSignal", 16), ("'CompressionStream' in self", 17),
            ("'fromAsync' in Array", 17), ("'OffscreenCanvas' in self", 17), ("'canParse' in URL", 17),
            ("'union' in Set.prototype", 17), ("'withResolvers' in Promise", 18), ("'any' in AbortSignal", 18),
            ("'parse' in URL", 18), ("'try' in Promise", 26), ("'fromBase64' in Uint8Array", 26),
            ("'map' in Iterator.prototype", 26), ("'URLPattern' in self", 26), ("'getOrInsert' in Map.prototype", 99),
            ("'Notification' in self", 99),
        ]

        private static func script(_ version: Int) -> String {
            let rows = names.map { "[\"\($0.0)\", \($0.0), \(version >= $0.1)]" }
            return
                "[\(rows.joined(separator: ","))].filter(([, has, expected]) => has !== expected).map(([name]) => name).join()"
        }

        init() throws { folder = try TemporaryFolder() }

        /// Writes a page with tests, each an expression that is true.
        private func write(_ tests: [(name: String, expression: String)]) throws {
            let lines = tests.enumerated().map { index, test in
                """
                try { said = \(test.expression); } catch (error) { said = `${error}`; }
                console.log(`${said === true ? "ok" : "not ok"} \(index + 1) - \(test.name) ${said === true ? "" : said}`);
                """
            }
            try folder.write(
                """
                <!doctype html><body><script type="module">
                let said;
                console.log("1..\(tests.count)");
                \(lines.joined(separator: "\n"))
                </script>
                """, to: "page.html")
        }

        @Test(arguments: [15, 16, 17, 18, 26])
        func `documents, frames and all kinds of workers lack the APIs of a version`(version: Int) async throws {
            let script = Self.script(version)
            try folder.write("postMessage(\(script))", to: "dedicated.js")
            try folder.write("onconnect = ({ ports: [port] }) => port.postMessage(\(script))", to: "shared.js")
            try folder.write("onmessage = ({ source }) => source.postMessage(\(script))", to: "service.js")
            try folder.write("<script>parent.postMessage(\(script))</script>", to: "frame.html")
            let message = "new Promise((resolve) => { const hear = ({ data }) => resolve(data === '' || data);"
            var tests = [
                (name: "document", expression: "\(script) === '' || \(script)"),
                (
                    "frame",
                    "await \(message) onmessage = hear; const f = document.createElement('iframe');"
                        + " f.src = 'frame.html'; document.body.append(f); })"
                ),
                ("dedicated worker", "await \(message) new Worker('dedicated.js').onmessage = hear; })"),
                (
                    "service worker",
                    "await \(message) navigator.serviceWorker.onmessage = hear;"
                        + " navigator.serviceWorker.register('service.js');"
                        + " navigator.serviceWorker.ready.then(({ active }) => active.postMessage('')); })"
                ),
            ]
            if version >= 16 {
                tests.append(
                    ("shared worker", "await \(message) new SharedWorker('shared.js').port.onmessage = hear; })"))
            }
            let agent = version == 26 ? "OS 18_6 like" : "OS \(version)_0 like"
            tests.append(("user agent", "navigator.userAgent.includes('\(agent)') || navigator.userAgent"))
            try write(tests)
            let run = try await Command.run("test", "page.html", "--ios", "\(version)", in: folder)
            #expect(run.status == 0, "\(run.output)\(run.errors)")
            #expect(run.lastLine == "\(tests.count) passed, 0 failed")
        }

        @Test func `bodies with Blobs and files arrive empty, others whole`() async throws {
            let sent = "async (body) => (await (await fetch('/___testing___/echo', { method: 'POST', body })).text())"
            let xhr = """
                (body) => new Promise((resolve) => { const r = new XMLHttpRequest(); r.open('POST', '/___testing___/echo'); \
                r.onload = () => resolve(r.responseText); r.send(body); })
                """
            let form = "(() => { const f = new FormData(); f.append('a', new File(['b'], 'c')); return f; })()"
            let request = "new Request('/___testing___/echo', { method: 'POST', body: new Blob(['a']) })"
            let tests = [
                (name: "text", expression: "await (\(sent))('text') === 'text'"),
                ("bytes", "await (\(sent))(new Uint8Array([65])) === 'A'"),
                ("Blob", "await (\(sent))(new Blob(['a'])) === ''"), ("FormData", "await (\(sent))(\(form)) === ''"),
                ("XMLHttpRequest with text", "await (\(xhr))('text') === 'text'"),
                ("XMLHttpRequest with a Blob", "await (\(xhr))(new Blob(['a'])) === ''"),
                ("Request with a Blob", "await (await fetch(\(request))).text() === ''"),
                ("Request that is read", "await \(request).text() === 'a'"),
            ]
            try write(tests)
            let run = try await Command.run("test", "page.html", "--ios", "26", in: folder)
            #expect(run.lastLine == "\(tests.count) passed, 0 failed", "\(run.output)\(run.errors)")
            // Without a version nothing is lost.
            #expect(try await Command.run("test", "page.html", in: folder).lastLine == "4 passed, 4 failed")
        }

        @Test func `pages on https have no service workers of WebKit's, and caches stay`() async throws {
            try write([("service workers", "!('serviceWorker' in navigator)"), ("caches", "'caches' in self")])
            let arguments = ["test", "https://app.example/page.html", "--map", "https://app.example=."]
            let run = try await Command.start(arguments + ["--ios", "18"], in: folder).result()
            #expect(run.status == 0, "\(run.output)\(run.errors)")
            #expect(try await Command.start(arguments, in: folder).result().lastLine == "1 passed, 1 failed")
        }

        @Test(arguments: ["test page.html", "snapshot page.html --output page.png", "preview page.html", "driver"])
        func `a version that is not in the list ends each command with exit code 2`(command: String) async throws {
            try write([("nothing", "true")])
            for version in ["14", "16.4", "ios16", ""] {
                let words = command.split(separator: " ").map { String($0) } + ["--ios", version]
                let run = try await Command.start(words, in: folder).result()
                #expect(run.status == 2)
                #expect(run.errors.contains("'\(version)' is invalid") && run.errors.contains("--ios"), "\(run.errors)")
            }
        }

        @Test func `a snapshot is taken of a page without the APIs of the version`() async throws {
            try folder.write(
                """
                <script>
                isOld = !('structuredClone' in self) && navigator.userAgent.includes('OS 15_0 like');
                </script>
                """, to: "page.html")
            let arguments = ["snapshot", "page.html", "-o", "a.png", "--wait-for", "isOld"]
            let old = try await Command.start(arguments + ["--ios", "15"], in: folder).result()
            #expect(old.status == 0, "\(old.errors)")
            let new = try await Command.start(arguments + ["--timeout", "1"], in: folder).result()
            #expect(new.status == 1)
        }

        @Test func `a device's user agent names the version, also from a configuration file`() async throws {
            try write([("user agent", "/iPhone; CPU iPhone OS 17_0 like/.test(navigator.userAgent)")])
            try folder.write("ios: 17\n", to: "options.yaml")
            let run = try await Command.run(
                "test", "page.html", "--device", "iPhone 16", "--config", "options.yaml", in: folder)
            #expect(run.status == 0, "\(run.output)\(run.errors)")
        }
    }
}
