import Foundation
import LocalServer
import WebViewTesting

/// The page of the interface of tests, the files of results, and the socket that brings the page to life.
struct TestRoutes: HTTPHandler {
    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:"

    let interface: TestInterface

    func handleRequest(_ request: HTTPRequest) async -> HTTPResponse {
        switch request.path {
        case "/": answer(Data(EmbeddedFiles.tests_html.utf8), "text/html; charset=utf-8")
        case "/palette.css": answer(Data(InterfaceStyle.palette.utf8), "text/css; charset=utf-8")
        case "/preview.css": answer(Data(EmbeddedFiles.preview_css.utf8), "text/css; charset=utf-8")
        case "/tests.css": answer(Data(EmbeddedFiles.tests_css.utf8), "text/css; charset=utf-8")
        case "/tests.js": answer(Data(EmbeddedFiles.tests_js.utf8), "text/javascript; charset=utf-8")
        case "/test_list.js": answer(Data(EmbeddedFiles.test_list_js.utf8), "text/javascript; charset=utf-8")
        case "/test_detail.js": answer(Data(EmbeddedFiles.test_detail_js.utf8), "text/javascript; charset=utf-8")
        case "/socket.js": answer(Data(EmbeddedFiles.socket_js.utf8), "text/javascript; charset=utf-8")
        case "/frames.js": answer(Data(EmbeddedFiles.frames_js.utf8), "text/javascript; charset=utf-8")
        case "/picture": answer(await interface.file(Self.file(request)), "image/png")
        // The trace has texts of pages: its document gets no access to this server.
        case "/trace":
            answer(
                await interface.trace(Self.file(request)), "text/html; charset=utf-8", policy: "sandbox allow-scripts")
        default: HTTPResponse(status: 404)
        }
    }

    func webSocket(at path: String) -> (@Sendable (WebSocket) async -> Void)? {
        guard path == "/socket" else { return nil }
        return { [interface] in await interface.serve($0) }
    }

    /// Returns the path that the query names.
    private static func file(_ request: HTTPRequest) -> String {
        URLComponents(string: "?" + request.query)?.queryItems?.first { $0.name == "file" }?.value ?? ""
    }

    private func answer(_ body: Data?, _ type: String, policy: String = Self.policy) -> HTTPResponse {
        guard let body else { return HTTPResponse(status: 404) }
        let headers = [
            "Content-Type": type, "Cache-Control": "no-cache", "Content-Security-Policy": policy,
            "X-Content-Type-Options": "nosniff",
        ]
        return HTTPResponse(status: 200, headers: headers, body: body)
    }
}
