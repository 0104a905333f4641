import Foundation
import LocalServer
import WebViewTesting

/// The routes of an interface in a browser: its page, the files of the page, and the socket that brings it to life.
struct InterfaceRoutes: HTTPHandler {
    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:"
    /// The files that all interfaces have.
    private static let shared = [
        "/palette.css": InterfaceStyle.palette, "/preview.css": EmbeddedFiles.preview_css,
        "/socket.js": EmbeddedFiles.socket_js, "/frames.js": EmbeddedFiles.frames_js,
    ]

    /// The interface's own files by their paths.
    let files: [String: String]
    /// Answers a request for a path that has no file.
    var others: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in HTTPResponse(status: 404) }
    let socket: @Sendable (WebSocket) async -> Void

    func handleRequest(_ request: HTTPRequest) async -> HTTPResponse {
        guard let text = files[request.path] ?? Self.shared[request.path] else { return await others(request) }
        return Self.answer(Data(text.utf8), Self.type(of: request.path))
    }

    func webSocket(at path: String) -> (@Sendable (WebSocket) async -> Void)? { path == "/socket" ? socket : nil }

    private static func type(of path: String) -> String {
        let type = path.hasSuffix(".css") ? "css" : path.hasSuffix(".js") ? "javascript" : "html"
        return "text/\(type); charset=utf-8"
    }

    static func answer(_ body: Data?, _ type: String, policy: String = policy) -> HTTPResponse {
        guard let body else { return HTTPResponse(status: 404) }
        let headers = [
            "Content-Type": type, "Cache-Control": "no-cache", "Content-Security-Policy": policy,
            "X-Content-Type-Options": "nosniff",
        ]
        return HTTPResponse(status: 200, headers: headers, body: body)
    }
}
