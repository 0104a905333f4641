import Foundation
import TestSupport
import Testing

extension PageCommandSuite {
    /// Web sockets of pages and workers, and messages of service workers, in traces and HTTP archives.
    @Suite("Recorded sockets") struct SocketTests {
        private let folder: TemporaryFolder

        private static let echo = """
            const echo = (message) => new Promise((resolve, reject) => {
                const socket = new WebSocket("wss://chat.example/socket");
                socket.onopen = () => socket.send(message);
                socket.onmessage = () => socket.close(1000, "done");
                socket.onclose = ({ code }) => code === 1000 ? resolve() : reject(new Error(code));
            });
            """

        init() throws { folder = try TemporaryFolder() }

        private func run(_ page: String, _ arguments: String...) async throws -> CommandResult {
            let server = try await LocalServer(page: "")
            try folder.write(
                "<script type=module>\(Self.echo)\nconsole.log('1..1');\n\(page)\nconsole.log('ok 1 - echoes');</script>",
                to: "page.html")
            return try await Command.start(
                ["test", "page.html", "--map", "sw://chat.example=http://127.0.0.1:\(server.port)"] + arguments,
                in: folder
            ).result()
        }

        /// The events of sockets in the trace, those of each socket together.
        private func sockets() throws -> [[[String: Any]]] {
            let events = try ReportReader.events(folder.text("traces/page.html.trace"))
                .filter { $0["kind"] as? String == "socket" }.compactMap { $0["data"] as? [String: Any] }
            return Dictionary(grouping: events) { $0["id"] as? Int ?? 0 }.sorted { $0.key < $1.key }.map(\.value)
        }

        @Test func `a trace has the messages of a page's socket in their order, text and bytes`() async throws {
            let run = try await run(
                """
                const socket = new WebSocket("wss://chat.example/socket");
                const next = () => new Promise((resolve) => { socket.onmessage = resolve; });
                await new Promise((resolve) => { socket.onopen = resolve; });
                for (const message of ["héllo", new Blob(["blob"]), new Uint8Array([1, 2, 3]), "x".repeat(100000)]) {
                    socket.send(message);
                    await next();
                }
                socket.close(4000, "bye");
                await new Promise((resolve) => { socket.onclose = resolve; });
                """, "--trace", "on")
            #expect(run.status == 0, "\(run.output)")
            let all = try sockets()
            try #require(all.count == 1)
            let events = all[0]
            #expect(events.first?["url"] as? String == "wss://chat.example/socket")
            #expect(events.first?["asker"] as? String == "page")
            let messages = events.filter { $0["direction"] != nil }
            #expect(
                messages.map { $0["direction"] as? String }
                    == Array(repeating: ["send", "receive"], count: 4).flatMap(\.self))
            #expect(messages.prefix(2).map { $0["text"] as? String } == ["héllo", "héllo"])
            #expect(messages.dropFirst(2).prefix(2).map { $0["bytes"] as? String } == ["YmxvYg==", "YmxvYg=="])
            #expect(messages.dropFirst(4).prefix(2).map { $0["bytes"] as? String } == ["AQID", "AQID"])
            #expect(messages.suffix(2).map { ($0["text"] as? String)?.count } == [65536, 65536])
            #expect(messages.suffix(2).map { $0["size"] as? Int } == [100_000, 100_000])
            #expect(events.last?["code"] as? Int == 4000)
        }

        @Test func `a trace has the sockets of workers of each kind, and the messages of a service worker`()
            async throws
        {
            try folder.write(
                """
                \(Self.echo)
                const answer = (port) => echo("from a worker").then(() => port.postMessage("echoed"));
                onmessage = ({ ports: [port], target }) => answer(port ?? target);
                onconnect = ({ ports: [port] }) => answer(port);
                """, to: "worker.js")
            let run = try await run(
                """
                await new Promise((resolve) => {
                    const worker = new Worker("worker.js");
                    worker.onmessage = resolve;
                    worker.postMessage("");
                });
                await new Promise((resolve) => { new SharedWorker("worker.js").port.onmessage = resolve; });
                await navigator.serviceWorker.register("worker.js");
                const { active } = await navigator.serviceWorker.ready;
                const { port1, port2 } = new MessageChannel();
                active.postMessage("", [port2]);
                await new Promise((resolve) => { port1.onmessage = resolve; });
                """, "--trace", "on")
            #expect(run.status == 0, "\(run.output)")
            let all = try sockets()
            #expect(all.map { $0.first?["asker"] as? String } == ["page", "page", "worker"])
            for events in all {
                #expect(events.compactMap { $0["text"] as? String } == ["from a worker", "from a worker"])
                #expect(events.last?["code"] as? Int == 1000)
            }
            let entries = try ReportReader.events(folder.text("traces/page.html.trace"))
            let data = { (kind: String) in
                entries.filter { $0["kind"] as? String == kind }.compactMap { $0["data"] as? [String: Any] }
            }
            let worker = try #require(data("worker").first?["id"] as? String)
            let messages = data("bridge").filter { $0["realm"] as? String == worker }
            let texts = messages.compactMap { $0["text"] as? String }
            #expect(texts.contains { $0.contains("/MessagePort/proxyMessage") }, "\(texts)")
            #expect(Set(messages.compactMap { $0["direction"] as? String }) == ["toHost", "toPage"])
            #expect(!data("bridge").contains { ($0["text"] as? String)?.contains("/WebSocket/report") == true })
        }

        @Test func `the viewer shows the messages of a socket`() async throws {
            let run = try await run("await echo('<b>hello</b>');", "--trace", "on")
            #expect(run.status == 0, "\(run.output)")
            let made = try await Command.run("trace", "traces/page.html.trace", "-o", "viewer.html", in: folder)
            #expect(made.status == 0)
            let isShown = """
                (() => {
                    const row = [...document.querySelectorAll("#list li")].find(({ textContent }) => textContent.includes("WebSocket /socket"));
                    row.click();
                    const texts = [...document.querySelectorAll("#detail .messages pre")].map(({ textContent }) => textContent);
                    return texts.join("|") === "opened |<b>hello</b>|<b>hello</b>|closed with 1000 done" && row.textContent.includes("2 messages");
                })()
                """
            let view = try await Command.run(
                "snapshot", "viewer.html", "-o", "viewer.png", "--wait-for", isShown, "--timeout", "20", in: folder)
            #expect(view.status == 0, "\(view.errors)")
        }

        @Test func `an archive has the messages of sockets as those of Chrome, and a replay refuses sockets`()
            async throws
        {
            let page = "await echo('hello'); new WebSocket('wss://chat.example/socket');"
            let run = try await run(page, "--har", "out.har")
            #expect(run.status == 0, "\(run.output)\(run.errors)")
            let read = try await ReportReader.run("read_har.py", "out.har", in: folder)
            #expect(read.status == 0, "\(read.errors)")
            let har = try JSONSerialization.jsonObject(with: Data(folder.text("out.har").utf8)) as? [String: Any]
            let entries = (har?["log"] as? [String: Any])?["entries"] as? [[String: Any]] ?? []
            let sockets = entries.filter { $0["_resourceType"] as? String == "websocket" }
            try #require(sockets.count == 2)
            let messages = sockets[0]["_webSocketMessages"] as? [[String: Any]] ?? []
            #expect(messages.map { $0["type"] as? String } == ["send", "receive"])
            #expect(messages.map { $0["data"] as? String } == ["hello", "hello"])
            #expect(messages.map { $0["opcode"] as? Int } == [1, 1])
            #expect((sockets[0]["response"] as? [String: Any])?["status"] as? Int == 101)
            #expect((sockets[0]["request"] as? [String: Any])?["url"] as? String == "wss://chat.example/socket")
            let refused =
                "const error = await echo('hello').catch(({ message }) => message); if (error !== '1006') throw error;"
            let replay = try await self.run(refused, "--replay-har", "out.har")
            #expect(replay.status == 0, "\(replay.output)")
        }
    }
}
