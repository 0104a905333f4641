import FlyingFox
import Foundation
public import LocalServer

extension PagePreview {
    /// Shows the page in browsers, until the server ends.
    ///
    /// - Parameter listening: told the address when it can be opened.
    /// - Throws: `LocalServerError` when nobody can listen there.
    public func serve(at address: LocalServerAddress, listening: (URL) -> Void) async throws(LocalServerError) {
        let broadcast = PreviewBroadcast(of: self)
        load()
        let server = try await LocalServer.start(at: address, handler: PreviewRoutes(broadcast: broadcast))
        listening(server.url)
        await server.waitUntilEnded()
    }
}

/// The preview's page, and the socket that brings it to life.
private struct PreviewRoutes: HTTPHandler {
    let broadcast: PreviewBroadcast

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        switch request.path {
        case "/": file(PackageResources.preview_html, "text/html; charset=utf-8")
        case "/preview.css": file(PackageResources.preview_css, "text/css; charset=utf-8")
        case "/preview.js": file(PackageResources.preview_js, "text/javascript; charset=utf-8")
        case "/surface.js": file(PackageResources.surface_js, "text/javascript; charset=utf-8")
        case "/log.js": file(PackageResources.log_js, "text/javascript; charset=utf-8")
        case "/socket":
            try await WebSocketHTTPHandler(
                handler: MessageFrameWSHandler(handler: PreviewSocket(broadcast: broadcast), frameSize: 1 << 20)
            ).handleRequest(request)
        default: HTTPResponse(statusCode: .notFound)
        }
    }

    private func file(_ bytes: [UInt8], _ type: String) -> HTTPResponse {
        let policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:"
        return HTTPResponse(
            statusCode: .ok,
            headers: [
                .contentType: type, .cacheControl: "no-cache", HTTPHeader("Content-Security-Policy"): policy,
            ], body: Data(bytes))
    }
}

/// One viewer's socket.
private struct PreviewSocket: WSMessageHandler {
    let broadcast: PreviewBroadcast

    func makeMessages(for client: AsyncStream<WSMessage>) async throws -> AsyncStream<WSMessage> {
        let (messages, send) = AsyncStream.makeStream(of: WSMessage.self)
        Task { await broadcast.serve(client, send) }
        return messages
    }
}
