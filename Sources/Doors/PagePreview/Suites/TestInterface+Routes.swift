import Foundation
import LocalServer

extension TestInterface {
    /// The page of the interface, and the files of results.
    nonisolated var routes: InterfaceRoutes {
        InterfaceRoutes(
            files: [
                "/": EmbeddedFiles.tests_html, "/tests.css": EmbeddedFiles.tests_css,
                "/tests.js": EmbeddedFiles.tests_js, "/test_list.js": EmbeddedFiles.test_list_js,
                "/test_detail.js": EmbeddedFiles.test_detail_js,
            ],
            others: { [self] request in
                let file = Self.file(request)
                switch request.path {
                case "/picture": return InterfaceRoutes.answer(await self.file(file), "image/png")
                // The trace has texts of pages: its document gets no access to this server.
                case "/trace":
                    return InterfaceRoutes.answer(
                        await trace(file), "text/html; charset=utf-8", policy: "sandbox allow-scripts")
                default: return HTTPResponse(status: 404)
                }
            }, socket: { [self] in await serve($0) })
    }

    /// Returns the path that the query names.
    private nonisolated static func file(_ request: HTTPRequest) -> String {
        URLComponents(string: "?" + request.query)?.queryItems?.first { $0.name == "file" }?.value ?? ""
    }
}
