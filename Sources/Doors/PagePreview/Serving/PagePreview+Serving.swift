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
        let server = try await LocalServer.start(at: address, handler: broadcast.routes)
        listening(server.url)
        await server.waitUntilEnded()
    }
}

extension PreviewBroadcast {
    fileprivate nonisolated var routes: InterfaceRoutes {
        InterfaceRoutes(
            files: [
                "/": EmbeddedFiles.preview_html, "/preview.js": EmbeddedFiles.preview_js,
                "/surface.js": EmbeddedFiles.surface_js, "/log.js": EmbeddedFiles.log_js,
                "/phone.js": EmbeddedFiles.phone_js,
            ], socket: { [self] in await serve($0) })
    }
}
