import FlyingFox
import Foundation

/// A server for the length of a test. It answers `/page.html`, and `/held` only when the test says so. `/socket` echoes messages.
final class LocalServer: Sendable {
    let port: UInt16
    private let task: Task<Void, any Error>
    private let arrived = AsyncStream.makeStream(of: Void.self)
    private let released = AsyncStream.makeStream(of: Void.self)

    init(page: String) async throws {
        let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
        await server.appendRoute("/page.html") { _ in
            HTTPResponse(statusCode: .ok, headers: [.contentType: "text/html"], body: Data(page.utf8))
        }
        await server.appendRoute("/socket", to: .webSocket(EchoWSMessageHandler()))
        await server.appendRoute("/held") { [arrived, released] _ in
            arrived.continuation.yield()
            for await _ in released.stream {}
            var headers = HTTPHeaders()
            headers[.contentType] = "text/javascript"
            return HTTPResponse(statusCode: .ok, headers: headers)
        }
        task = Task { try await server.run() }
        try await server.waitUntilListening(timeout: 60)
        guard case .ip4(_, let port) = await server.listeningAddress else { throw CocoaError(.featureUnsupported) }
        self.port = port
    }

    deinit { task.cancel() }

    /// Waits for a page to ask for `/held`.
    func heldRequest() async { await heldRequests(1) }

    /// Waits until pages have asked for `/held` so many times.
    func heldRequests(_ count: Int) async {
        var missing = count
        for await _ in arrived.stream {
            missing -= 1
            if missing == 0 { return }
        }
    }

    /// Answers the requests for `/held`.
    func release() { released.continuation.finish() }
}
