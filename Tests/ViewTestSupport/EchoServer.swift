import FlyingFox
import WebKit

/// A server of web sockets that echoes each message.
enum EchoServer {
    @MainActor
    static func with(_ body: @MainActor (UInt16) async throws -> Void) async throws {
        let server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled,
            handler: .webSocket(EchoWSMessageHandler()))
        let running = Task { try await server.run() }
        defer { running.cancel() }
        try await server.waitUntilListening(timeout: 60)
        guard case .ip4(_, let port) = await server.listeningAddress else { throw URLError(.cannotConnectToHost) }
        try await body(port)
    }
}

extension WKWebView {
    /// Returns the server's reply to `hello` over a web socket; `error` where none opens.
    @MainActor
    func echo(_ address: String) async throws -> String? {
        try await call(
            """
            const socket = new WebSocket(address);
            return new Promise((resolve) => {
                socket.onopen = () => socket.send('hello');
                socket.onmessage = ({ data }) => resolve(data);
                socket.onerror = () => resolve('error');
            });
            """, ["address": address]) as? String
    }
}
