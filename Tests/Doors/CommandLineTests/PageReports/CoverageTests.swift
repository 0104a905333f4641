import Foundation
import TestSupport
import Testing

extension ReportSuite {
    @Suite("--coverage") struct CoverageTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private static let size = """
            export function size(n) {
                if (n > 10) {
                    return "large";
                }
                return "small";
            }

            // Nobody calls this one.
            export function never() {
                return 1;
            }
            export const sign = (n) => n < 0 ? "-" : "+";

            """

        private func write(_ pages: [String: String]) throws {
            for (name, text) in pages { try folder.write(text, to: name) }
        }

        /// A page whose one test is a script.
        private static func page(_ script: String, before: String = "") -> String {
            """
            <!doctype html>\(before)
            <script type="module">
            console.log("1..1");
            \(script)
            console.log("ok 1 - done");
            </script>
            """
        }

        private func run(_ arguments: String...) async throws -> CommandResult {
            try await Command.start(["test"] + arguments, in: folder).result()
        }

        /// The records of an lcov file: the path, and its `DA` or `BRDA` lines.
        private func records(_ kind: String = "DA", in file: String = "coverage/lcov.info") throws -> [String: [String]]
        {
            let text = try String(contentsOf: folder.url.appending(path: file), encoding: .utf8)
            var records: [String: [String]] = [:]
            var path = ""
            for line in text.split(separator: "\n") {
                if line.hasPrefix("SF:") {
                    path = String(line.dropFirst(3))
                    records[path] = []
                }
                if line.hasPrefix(kind + ":") { records[path]?.append(String(line.dropFirst(kind.count + 1))) }
            }
            return records
        }

        @Test(arguments: [[], ["--isolation", "process"], ["--workers", "2"]])
        func `lines and branches of modules are counted over all pages`(options: [String]) async throws {
            try write([
                "src/size.js": Self.size,
                "a.html": Self.page("import { size } from './src/size.js'; size(1); size(20);"),
                "b.html": Self.page("import { size, sign } from './src/size.js'; size(2); sign(1);"),
            ])
            let run = try await Command.start(["test", "a.html", "b.html", "--coverage"] + options, in: folder).result()
            #expect(run.status == 0, "\(run.output)\(run.errors)")
            #expect(run.lastLine == "2 passed, 0 failed")
            #expect(
                run.errors.contains(
                    "Coverage: 71.4 % of lines (5 of 7), 75.0 % of branches (6 of 8), in 1 file."), "\(run.errors)")
            #expect(
                try records() == ["src/size.js": ["1,3", "2,3", "3,1", "5,2", "9,0", "10,0", "12,2"]])
            #expect(
                try records("BRDA") == [
                    "src/size.js": [
                        "1,0,0,3", "3,0,0,1", "5,0,0,2", "9,0,0,0", "12,0,0,2", "12,0,1,1", "12,0,2,0", "12,0,3,1",
                    ]
                ])
        }

        @Test func `frames, windows, workers and service workers are counted`() async throws {
            let script = "const here = (n) => {\n    if (n) return 1;\n    return 2;\n};\nhere(1);\n"
            try write([
                "frame.js": script, "window.js": script, "registered.js": script,
                "worker.js": script + "onmessage = () => { postMessage(here(0)); };\n",
                "shared.js": script + "onconnect = ({ ports }) => ports[0].postMessage(1);\n",
                "nested.js": script + "postMessage(1);\n",
                "nesting.js": "new Worker('nested.js').onmessage = () => postMessage(1);\n",
                "frame.html": "<script src='frame.js'></script>",
                "window.html": "<script src='window.js'></script><script>opener.postMessage(1, '*')</script>",
                "page.html": Self.page(
                    """
                    const heard = (target) => new Promise((done) => { target.onmessage = done; });
                    const worker = new Worker("worker.js");
                    worker.postMessage(1);
                    await heard(worker);
                    worker.terminate();
                    await heard(new Worker("nesting.js"));
                    await heard(new SharedWorker("shared.js").port);
                    const opened = heard(window);
                    open("window.html");
                    await opened;
                    await navigator.serviceWorker.register("registered.js");
                    await navigator.serviceWorker.ready;
                    """, before: "<iframe src='frame.html'></iframe>"),
            ])
            let run = try await run("page.html", "--coverage")
            #expect(run.status == 0, "\(run.output)\(run.errors)")
            let found = try records()
            for name in ["frame.js", "window.js", "registered.js", "shared.js", "nested.js"] {
                #expect(found[name]?.prefix(3) == ["1,1", "2,1", "3,0"], "\(name): \(found[name] ?? [])")
            }
            #expect(found["worker.js"]?.prefix(3) == ["1,2", "2,2", "3,1"], "\(found["worker.js"] ?? [])")
        }

        @Test func `a worker that closes itself is counted to its end`() async throws {
            try write([
                "worker.js":
                    """
                navigator.locks.request("end", () => {
                    postMessage(1);
                    close();
                    return new Promise(() => {});
                });

                """,
                "page.html": Self.page(
                    """
                    const worker = new Worker("worker.js");
                    await new Promise((done) => { worker.onmessage = done; });
                    // The end of the worker releases the lock.
                    await navigator.locks.request("end", () => {});
                    """),
            ])
            let run = try await run("page.html", "--coverage")
            #expect(run.status == 0, "\(run.output)\(run.errors)")
            #expect(try records() == ["worker.js": ["1,1", "2,1", "3,1", "4,1"]])
        }

        @Test func `TypeScript and sources of a map have their own lines`() async throws {
            // Line 1 of the script is line 3 of the source.
            let map = #"{"version": 3, "sources": ["../src/cart.ts"], "names": [], "mappings": "AAEA"}"#
            try write([
                "src/price.ts":
                    "interface Price {\n    net: number;\n}\nexport const gross = (p: Price): number =>\n    p.net * 1.2;\n",
                "price.test.ts":
                    "import { test } from 'vitest';\nimport { gross } from './src/price';\ntest('gross', () => { gross({ net: 1 }); });\n",
                "src/cart.ts": "type A = 1;\n\nconst cart: A = 1;\n",
                "dist/cart.js": "const cart = 1;\n//# sourceMappingURL=cart.js.map\n", "dist/cart.js.map": map,
                "page.html": Self.page("", before: "<script src='dist/cart.js'></script>"),
            ])
            let run = try await run("page.html", "price.test.ts", "--coverage")
            #expect(run.status == 0, "\(run.output)\(run.errors)")
            #expect(try records() == ["src/price.ts": ["4,1", "5,1"], "src/cart.ts": ["3,1"]])
        }

        @Test func `a map cannot name files outside of the project`() async throws {
            let outside = try TemporaryFolder()
            try outside.write("const secret = 1;\n", to: "secret.js")
            for name in [outside.url.path + "/secret.js", "../../../../../../../..\(outside.url.path)/secret.js"] {
                let map = #"{"version": 3, "sources": ["\#(name)"], "names": [], "mappings": "AAAA"}"#
                try write([
                    "a.js": "const a = 1;\n//# sourceMappingURL=a.js.map\n", "a.js.map": map,
                    "page.html": Self.page("", before: "<script src='a.js'></script>"),
                ])
                let run = try await run("page.html", "--coverage")
                #expect(run.status == 0, "\(run.errors)")
                #expect(try records() == [:])
            }
        }

        @Test func `scripts in pages are counted at their lines, unless the page is a test`() async throws {
            try write([
                "frame.html":
                    "<!doctype html>\n<title>1</title>\n<script>\nconst one = 1;\nif (one > 1) {\n    alert(1);\n}\n"
                    + "parent.postMessage(1, '*');\n</script>",
                "page.html": Self.page(
                    "await heard;",
                    before: "<script>const heard = new Promise((done) => { onmessage = done; });</script>"
                        + "<iframe src='frame.html'></iframe>"),
            ])
            let run = try await run("page.html", "--coverage")
            #expect(run.status == 0, "\(run.output)\(run.errors)")
            #expect(try records() == ["frame.html": ["4,1", "5,1", "6,0", "8,1"]])
        }

        @Test func `files can be left out, and libraries are`() async throws {
            try write([
                "src/a.js": "const a = 1;\n", "vendor/b.js": "const b = 1;\n", "node_modules/c/c.js": "const c = 1;\n",
                "page.html": Self.page(
                    "",
                    before: "<script src='src/a.js'></script><script src='vendor/b.js'></script>"
                        + "<script src='node_modules/c/c.js'></script>"),
            ])
            let run = try await run(
                "page.html", "--coverage", "--coverage-exclude", "vendor/**", "--coverage-reporter", "lcov=l.info",
                "--coverage-reporter", "text")
            #expect(run.status == 0, "\(run.output)\(run.errors)")
            #expect(try records(in: "l.info") == ["src/a.js": ["1,1"]])
            #expect(run.errors.contains("src/a.js   100.0 %   100.0 %"), "\(run.errors)")
        }

        @Test func `too few lines fail the run`() async throws {
            try write([
                "src/size.js": Self.size, "page.html": Self.page("import { size } from './src/size.js'; size(1);"),
            ])
            let few = try await run("page.html", "--coverage", "--coverage-min", "80")
            #expect(few.status == 1)
            #expect(few.errors.contains("--coverage-min: 57.1 % of lines is less than 80.0 %."), "\(few.errors)")
            let enough = try await run("page.html", "--coverage", "--coverage-min", "50")
            #expect(enough.status == 0, "\(enough.errors)")
        }

        @Test(arguments: [
            ["--coverage-min", "50"], ["--coverage", "--coverage-min", "101"], ["--coverage", "--watch"],
            ["--coverage", "--coverage-reporter", "html"], ["--coverage", "--coverage-reporter", "lcov=/proc/no"],
        ])
        func `wrong options are a wrong command line`(options: [String]) async throws {
            try write(["page.html": Self.page("")])
            let run = try await Command.start(["test", "page.html"] + options, in: folder).result()
            #expect(run.status == 2, "\(run.errors)")
            #expect(run.errors.contains("--coverage"), "\(run.errors)")
        }

        @Test func `genhtml reads the file, and finds the same figures`() async throws {
            try write([
                "src/size.js": Self.size, "page.html": Self.page("import { size } from './src/size.js'; size(1);"),
            ])
            let run = try await run("page.html", "--coverage")
            #expect(run.status == 0, "\(run.errors)")
            let environment = Command.environment
            let read = try await RunningCommand(
                ["/usr/bin/genhtml", "--branch-coverage", "-o", "html", "coverage/lcov.info"], folder: folder.url,
                environment: environment, blocking: []
            ).result()
            #expect(read.status == 0, "\(read.output)\(read.errors)")
            #expect(read.output.contains("lines......: 57.1% (4 of 7 lines)"), "\(read.output)")
            #expect(read.output.contains("branches...: 50.0% (3 of 6 branches)"), "\(read.output)")
            #expect(run.errors.contains("57.1 %"), "\(run.errors)")
        }

        @Test func `a page that hangs is named as not counted`() async throws {
            try write(["page.html": Self.page("setTimeout(() => { while (true); }, 0);\nawait new Promise(() => {});")])
            let run = try await run("page.html", "--coverage", "--timeout", "2")
            #expect(run.status == 1)
            #expect(
                run.errors.contains("1 page, which ended with its process or hung, is not counted."), "\(run.errors)")
        }

        @Test func `another process cannot reach the debugger`() async throws {
            let server = try await LocalServer(page: "")
            try write([
                "page.html": Self.page("", before: "<script src='http://127.0.0.1:\(server.port)/held'></script>")
            ])
            let command = try Command.start(["test", "page.html", "--coverage"], in: folder)
            await server.heldRequest()
            let ports = command.processes().filter { $0.name == "swwebview" }.flatMap(\.listeningPorts)
            #expect(ports.count == 1, "\(ports)")
            for port in ports { #expect(try Self.answer(of: port) == 0) }
            server.release()
            #expect(try await command.result().status == 0)
        }

        /// Returns the number of bytes with which a port answers the first message of an inspector, until it closes.
        private static func answer(of port: UInt16) throws -> Int {
            let made = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(made) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
            let connected = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(made, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            guard connected == 0 else { throw POSIXError(.ECONNREFUSED) }
            let body = Array("SetupInspectorClient".utf8) + [0, 0]
            let message = [0, 0, 0, UInt8(body.count), 1] + body
            _ = send(made, message, message.count, Int32(MSG_NOSIGNAL))
            var (count, piece) = (0, [UInt8](repeating: 0, count: 4096))
            var request = pollfd(fd: made, events: Int16(POLLIN), revents: 0)
            while poll(&request, 1, 20_000) == 1 {
                let read = recv(made, &piece, piece.count, 0)
                guard read > 0 else { return count }
                count += read
                // An inspector would send more without end.
                if count > 60_000 { return count }
            }
            return -1
        }
    }
}
