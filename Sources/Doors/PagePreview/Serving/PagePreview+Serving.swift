import Foundation
public import LocalServer
import WebViewTesting

extension PagePreview {
    /// Shows the page in browsers, until the server ends.
    ///
    /// - Parameter listening: told the address when it can be opened.
    /// - Throws: `LocalServerError` when the server cannot listen there.
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

    func handleRequest(_ request: HTTPRequest) async -> HTTPResponse {
        switch request.path {
        case "/": file(EmbeddedFiles.preview_html, "text/html; charset=utf-8")
        case "/palette.css": file(InterfaceStyle.palette, "text/css; charset=utf-8")
        case "/preview.css": file(EmbeddedFiles.preview_css, "text/css; charset=utf-8")
        case "/preview.js": file(EmbeddedFiles.preview_js, "text/javascript; charset=utf-8")
        case "/surface.js": file(EmbeddedFiles.surface_js, "text/javascript; charset=utf-8")
        case "/socket.js": file(EmbeddedFiles.socket_js, "text/javascript; charset=utf-8")
        case "/frames.js": file(EmbeddedFiles.frames_js, "text/javascript; charset=utf-8")
        case "/log.js": file(EmbeddedFiles.log_js, "text/javascript; charset=utf-8")
        default: HTTPResponse(status: 404)
        }
    }

    private func file(_ text: String, _ type: String) -> HTTPResponse {
        let policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:"
        return HTTPResponse(
            status: 200,
            headers: ["Content-Type": type, "Cache-Control": "no-cache", "Content-Security-Policy": policy],
            body: Data(text.utf8))
    }

    func webSocket(at path: String) -> (@Sendable (WebSocket) async -> Void)? {
        guard path == "/socket" else { return nil }
        return { [broadcast] in await broadcast.serve($0) }
    }
}
