import SWWebView
import TestSupport
import Testing
import URLInterception
import WebKit

@testable import ViewTestSupport

/// Pages under `sw://` that redirect to https, as many public pages do.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct SecureRedirectTests {
    let navigations = Navigations()

    private func makeView(_ server: LocalServer) throws -> SWWebView {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        let view = SWWebView(frame: CGRect(x: 0, y: 0, width: 400, height: 300), configuration: configuration)
        view.loader = MappedLoader(map: try OriginMap(["sw://app.example=\(server.origin)"]))
        return view
    }

    @Test(arguments: [
        ("location.protocol = 'https:'", 4),
        ("location.replace(location.href.replace('sw:', 'https:'))", 1),
        ("location.href = 'https:' + location.href.substring(location.protocol.length)", 1),
    ])
    func `a script that redirects to https ends after the loads it may make`(_ script: String, _ loads: Int)
        async throws
    {
        let page = """
            <title>Page</title><script>
            addEventListener("load", () => setTimeout(() => { if (location.protocol !== "https:") { \(script); } }));
            </script>
            """
        try await LocalServer.with(pages: ["/page": page]) { server in
            let view = try makeView(server)
            await view.open("sw://app.example/page", navigations)
            let count = { server.received.filter { $0.path == "/page" }.count }
            // Turns for the page, until it has been loaded as often as it may be; and more, for a load too many.
            for _ in 0..<5000 where count() < loads { try await turn(of: view) }
            for _ in 0..<200 { try await turn(of: view) }
            #expect(count() == loads)
            #expect(view.url?.absoluteString == "sw://app.example/page")
            #expect(view.title == "Page")
        }
    }

    /// A document that has just gone answers nothing.
    private func turn(of view: SWWebView) async throws { _ = try? await view.evaluateJavaScript("0") }

    @Test func `a page may load its own address again`() async throws {
        try await LocalServer.with(pages: ["/page": "<title>Page</title>"]) { server in
            let view = try makeView(server)
            await view.open("sw://app.example/page", navigations)
            try await view.evaluateJavaScript("location.href = location.href")
            await navigations.over()
            #expect(server.received.filter { $0.path == "/page" }.count == 2)
        }
    }
}
