import SWWebView
import Testing
import URLInterception
import WebKit

/// Pages under `sw://` that redirect to https, as many public pages do.
@MainActor @Suite(.serialized, .timeLimit(.minutes(1)))
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
    func aRedirectToHTTPSEnds(_ script: String, _ loads: Int) async throws {
        let page = """
            <script>sessionStorage.count = Number(sessionStorage.count ?? 0) + 1;</script>
            <script>if (location.protocol !== "https:") { \(script); }</script>
            <script>addEventListener("load", () => setTimeout(() => fetch(`/over/${sessionStorage.count}`)));</script>
            """
        let over = Gate()
        try await LocalServer.with({ request in
            if request.path == "/over/\(loads)" { await over.open() }
            return .init(body: page)
        }) { server in
            let view = try makeView(server)
            await view.open("sw://app.example/page", navigations)
            await over.pass()
            #expect(server.received.filter { $0.path == "/page" }.count == loads)
            #expect(view.url?.absoluteString == "sw://app.example/page")
        }
    }

    @Test func aPageMayLoadItselfAgain() async throws {
        try await LocalServer.with(pages: ["/page": "<title>Page</title>"]) { server in
            let view = try makeView(server)
            await view.open("sw://app.example/page", navigations)
            try await view.evaluateJavaScript("location.href = location.href")
            await navigations.over()
            #expect(server.received.filter { $0.path == "/page" }.count == 2)
        }
    }
}
