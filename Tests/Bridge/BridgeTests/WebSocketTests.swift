import FlyingFox
import SWWebView
import TestSupport
import Testing
import URLInterception
import WebKit

@testable import ViewTestSupport

/// Web sockets of pages and workers under `sw://`, which are connected to the server behind the origin.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct WebSocketTests {
    let navigations = Navigations()

    private nonisolated static let script = """
        const echo = (address) => new Promise((resolve) => {
            const socket = new WebSocket(address, "chat");
            socket.onopen = () => socket.send("hello");
            socket.onmessage = ({data}) => { socket.close(); resolve([data, socket.url]); };
            socket.onclose = () => resolve(["closed", socket.url]);
        });
        """
    private nonisolated static let worker =
        script + """
            onmessage = async ({data, ports: [port]}) => port.postMessage(await echo(data));
            onconnect = ({ports: [port]}) => port.onmessage = async ({data}) => port.postMessage(await echo(data));
            """

    /// Serves pages, and echoes below /socket/, while `body` runs.
    private func withServer(_ body: @MainActor (UInt16) async throws -> Void) async throws {
        let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
        await server.appendRoute("/socket/*", to: .webSocket(EchoWSMessageHandler()))
        await server.appendRoute("/worker.js") { _ in
            HTTPResponse(
                statusCode: .ok, headers: [.contentType: "text/javascript"], body: Data(Self.worker.utf8))
        }
        await server.appendRoute("*") { _ in
            var headers = HTTPHeaders()
            headers[.contentType] = "text/html"
            headers[HTTPHeader("Content-Security-Policy")] = "connect-src 'self'"
            return HTTPResponse(
                statusCode: .ok, headers: headers, body: Data("<script>\(Self.script)</script>".utf8))
        }
        let running = Task { try await server.run() }
        try await server.waitUntilListening(timeout: 60)
        guard case .ip4(_, let port) = await server.listeningAddress else { throw URLError(.cannotConnectToHost) }
        let result: Result<Void, any Error>
        do { result = .success(try await body(port)) } catch { result = .failure(error) }
        running.cancel()
        _ = await running.result
        try result.get()
    }

    private func makeView(_ map: [String], permitting domains: [String] = []) throws -> SWWebView {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        let view = SWWebView(frame: CGRect(x: 0, y: 0, width: 400, height: 300), configuration: configuration)
        view.loader = MappedLoader(map: try OriginMap(map))
        view.serviceWorkerPermittedDomains = domains
        return view
    }

    private func echo(_ address: String, in view: SWWebView) async throws -> [String] {
        try await view.call("return await echo(address)", ["address": address]) as? [String] ?? []
    }

    @Test func `a socket reaches the server mapped to the origin`() async throws {
        try await withServer { port in
            let view = try makeView(["sw://app.example=http://127.0.0.1:\(port)"])
            await view.open("sw://app.example/page", navigations)
            for (address, url) in [
                ("/socket/a?b=c", "wss://app.example/socket/a?b=c"), ("socket/a", "wss://app.example/socket/a"),
                ("ws://app.example/socket/x", "ws://app.example/socket/x"),
                ("wss://app.example/socket/x", "wss://app.example/socket/x"),
            ] {
                #expect(try await echo(address, in: view) == ["hello", url])
            }
            #expect(try await echo("/elsewhere", in: view).first == "closed", "the server has no socket there")
        }
    }

    @Test func `a socket reaches a permitted server`() async throws {
        try await withServer { port in
            let view = try makeView([], permitting: ["127.0.0.1"])
            await view.open("http://127.0.0.1:\(port)/page", navigations)
            #expect(try await view.evaluateJavaScript("location.protocol") as? String == "sw:")
            #expect(try await echo("/socket/x", in: view) == ["hello", "wss://127.0.0.1:\(port)/socket/x"])
            let own = try await view.call(
                "return await echo((location.protocol === 'https:' ? 'wss:' : 'ws:') + '//' + location.host + '/socket/x')"
            )
            #expect(own as? [String] == ["hello", "ws://127.0.0.1:\(port)/socket/x"])
        }
    }

    @Test func `dedicated, shared and service workers reach the server by socket`() async throws {
        try await withServer { port in
            let view = try makeView(["sw://app.example=http://127.0.0.1:\(port)"])
            await view.open("sw://app.example/page", navigations)
            let found = try await view.call(
                """
                const ask = (post, target) => new Promise((resolve) => {
                    const { port1, port2 } = new MessageChannel();
                    port1.onmessage = ({data}) => resolve(data[0]);
                    post("/socket/x", [port2]);
                });
                const dedicated = new Worker("/worker.js");
                const shared = new SharedWorker("/worker.js").port;
                const registration = await navigator.serviceWorker.register("/worker.js", { scope: "/scope/" });
                const worker = registration.installing;
                const answers = [
                    await ask((...message) => dedicated.postMessage(...message)),
                    await new Promise((resolve) => {
                        shared.onmessage = ({data}) => resolve(data[0]);
                        shared.postMessage("/socket/x");
                    }),
                    await ask((...message) => worker.postMessage(...message)),
                ];
                await registration.unregister();
                return answers;
                """)
            #expect(found as? [String] == ["hello", "hello", "hello"])
        }
    }

    @Test func `an offline view reaches no server by socket`() async throws {
        try await withServer { port in
            let view = try makeView(["sw://app.example=http://127.0.0.1:\(port)"])
            await view.open("sw://app.example/page", navigations)
            view.loader = MappedLoader(map: view.loader.map, offline: true)
            for address in ["/socket/x", "ws://127.0.0.1:\(port)/socket/x"] {
                #expect(try await echo(address, in: view).first == "closed")
            }
        }
    }
}
