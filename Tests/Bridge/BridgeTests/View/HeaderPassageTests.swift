import Foundation
import SWWebView
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// The headers of a server that a page sees, on each way from the server to the page.
@MainActor @Suite(.hangLimit(minutes: 1))
struct HeaderPassageTests {
    enum Way: String, CaseIterable, Sendable {
        case interception, bridge
    }

    /// The heads of responses, without their status lines, and their bodies.
    private nonisolated static let answers: [String: (head: String, body: String)] = [
        "/dated": ("Date: Sun, 06 Nov 1994 08:49:37 GMT\r\nServer: Own/1.0\r\nContent-Length: 2\r\n", "ok"),
        "/undated": ("Content-Type: text/plain\r\nContent-Length: 2\r\n", "ok"),
        "/repeated": (
            "X-Twice: a\r\nX-Once: 1\r\nX-Twice: b\r\nVary: A\r\nVary: B, C\r\nLink: </a>; rel=x\r\nLink: </b>; rel=y\r\n",
            ""
        ),
        "/values": (
            "X-Empty:\r\nX-Spaces:   a  b   \r\nX-Commas: a,b,,c\r\nX-Quoted: \"a, b\"\r\nExpires: 0\r\nAge: 7\r\nX_Under: 1\r\n",
            ""
        ),
        "/authentication": ("WWW-Authenticate: Own a=1\r\nWWW-Authenticate: Other\r\nAlt-Svc: clear\r\n", ""),
        "/untyped": ("Content-Length: 2\r\n", "ok"),
        "/typed": ("Content-Type: Text/Plain; Charset=\"UTF-8\"\r\nContent-Language: de\r\n", "ok"),
        "/unusual": ("Content-Disposition: attachment; filename=\"a.txt\"\r\nRefresh: 9\r\nPragma: no-cache\r\n", ""),
    ]

    private nonisolated static func serve(_ request: RawServer.Request, _ connection: RawServer.Connection) {
        guard let (head, body) = answers[request.path] else {
            return connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/html\r\n\r\n<p>page")
        }
        connection.send("HTTP/1.1 200 OK\r\n\(head)Connection: close\r\n\r\n\(body)")
    }

    private static func headers(seenIn view: WKWebView, of server: RawServer) async throws -> [String: String] {
        let navigations = Navigations()
        view.navigationDelegate = navigations
        await view.open("\(server.origin)/", navigations)
        let script = """
            const seen = {};
            for (const path of paths) {
                const response = await fetch(path);
                // These belong to the connection, which is the host's: RFC 9110, section 7.6.1.
                // The host may date an undated response that it forwards: section 6.6.1.
                const own = [...response.headers].filter(([name]) =>
                    !["connection", "transfer-encoding", path === "/dated" ? "" : "date"].includes(name));
                seen[path] = JSON.stringify(own) + await response.text();
            }
            return seen;
            """
        let seen = try await view.callAsyncJavaScript(
            script, arguments: ["paths": answers.keys.sorted()], contentWorld: .page)
        return try #require(seen as? [String: String])
    }

    @Test(arguments: Way.allCases)
    func `a page sees the server's headers, no more and no fewer`(way: Way) async throws {
        let server = try RawServer(Self.serve)
        let plain = WKWebViewConfiguration()
        plain.websiteDataStore = .nonPersistent()
        let expected = try await Self.headers(seenIn: WKWebView(frame: .zero, configuration: plain), of: server)
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        let view: WKWebView
        switch way {
        case .interception:
            configuration.interceptsNetwork = true
            view = WKWebView(frame: .zero, configuration: configuration)
        case .bridge:
            let bridged = SWWebView(frame: .zero, configuration: configuration)
            bridged.serviceWorkerPermittedDomains = ["127.0.0.1"]
            view = bridged
        }
        let seen = try await Self.headers(seenIn: view, of: server)
        for path in Self.answers.keys.sorted() { #expect(seen[path] == expected[path], "\(path)") }
    }
}
