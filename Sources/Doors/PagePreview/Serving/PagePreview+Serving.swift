import Foundation
public import LocalServer
import RemoteInspector
import WebViewTesting

extension PagePreview {
    /// Serves WebKit's inspector protocol for the page, see `RemoteInspector`, which must have been prepared. The server ends when its
    /// last reference goes.
    ///
    /// - Throws: `LocalServerError` when the server cannot listen there.
    public func serveInspector(at address: LocalServerAddress) async throws(LocalServerError) -> LocalServer {
        try await LocalServer.start(at: address, handler: inspector.handler)
    }

    /// Serves WebKit's inspector protocol to one client, and returns when it has gone.
    ///
    /// - Parameter listening: called with the address when a client can connect.
    /// - Throws: `LocalServerError` when the server cannot listen there.
    public func serveOneClient(
        at address: LocalServerAddress, listening: (URL) -> Void
    ) async throws(LocalServerError) {
        load()
        let inspector = inspector
        let server = try await LocalServer.start(at: address, handler: inspector.handler)
        listening(server.url)
        await inspector.waitForOneClient()
    }

    private var inspector: RemoteInspector { RemoteInspector { [weak self] in self.map { [$0.view] } ?? [] } }

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
