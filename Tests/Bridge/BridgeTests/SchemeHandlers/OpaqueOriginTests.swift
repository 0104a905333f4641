import SchemeHandlers
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Tests for the answers that sandboxed frames and `data:` documents get from a folder, by the page that contains them.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct OpaqueOriginTests {
    private static let frame = """
        <script>
        const request = new XMLHttpRequest();
        request.open("GET", "assets://file.txt", false);
        try { request.send(); } catch {}
        fetch("assets://file.txt").then((response) => response.text(), () => "refused")
            .then((text) => parent.postMessage([`${request.status}`, text], "*"));
        </script>
        """

    /// Returns a frame's answers, by its own attributes: the status of a synchronous request, and the text of a fetch.
    private func answers(at page: String, _ origins: PageOrigins, _ navigations: Navigations) async throws -> [[String]]
    {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("opaque-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("an asset".utf8).write(to: folder.appendingPathComponent("file.txt"))
        let handler = try AssetsSchemeHandler(folder: folder, origins: origins)
        let pages = Pages()
        pages["/"] = "<title>Page</title>"
        let view = makeView(pages, navigations) { $0.setURLSchemeHandler(handler, forURLScheme: "assets") }
        await view.open(page, navigations)
        let answers = try await view.call(
            """
            const answers = [];
            for (const [name, value] of [["srcdoc", text], ["src", `data:text/html,${encodeURIComponent(text)}`]]) {
                const frame = document.createElement("iframe");
                frame.setAttribute("sandbox", "allow-scripts");
                frame[name] = value;
                const said = new Promise((resolve) =>
                    addEventListener("message", ({ data }) => resolve(data), { once: true }));
                document.body.append(frame);
                answers.push(await said);
            }
            return answers;
            """, ["text": Self.frame])
        return try #require(answers as? [[String]])
    }

    private static let refused = [["403", "refused"], ["403", "refused"]]
    private static let answered = [["200", "an asset"], ["200", "an asset"]]

    @Test func `frames of a web page are refused, even when opaque origins are included`() async throws {
        var origins = PageOrigins.applications
        for includes in [false, true] {
            origins.includesOpaqueOrigins = includes
            try await LocalServer.with(pages: ["/": "<title>Page</title>"]) { server in
                let refused = try await answers(at: server.origin, origins, Navigations())
                #expect(refused == Self.refused)
            }
        }
    }

    @Test func `frames of an application's page are answered only if opaque origins are included`() async throws {
        var origins = PageOrigins.applications
        let closed = try await answers(at: "app://host/", origins, Navigations())
        #expect(closed == Self.refused)
        origins.includesOpaqueOrigins = true
        let open = try await answers(at: "app://host/", origins, Navigations())
        #expect(open == Self.answered)
    }
}
