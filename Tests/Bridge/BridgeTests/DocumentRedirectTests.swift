import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Redirects of documents: none brings another origin's script into the application's.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct DocumentRedirectTests {
    private static func redirect(to location: String) -> LocalServer.Answer {
        LocalServer.Answer(status: 302, headers: ["Location": location])
    }

    /// Goes to a page of the application, and waits until a page says that it is there.
    private func arrive(from path: String, _ app: HostileFrames) async throws -> String? {
        try await app.view.call("localStorage.setItem('token', 'mine')")
        app.view.load(URLRequest(url: try #require(URL(string: "sw://app.example\(path)"))))
        while true {
            let state =
                try? await app.view.evaluateJavaScript(
                    "document.title === 'There' ? `${self.origin} ${localStorage.getItem('token')}` : ''") as? String
            if let state, !state.isEmpty { return state }
        }
    }

    private static let there = LocalServer.Answer(body: "<title>There</title>")

    @Test func `a redirect to another sw origin runs there and sees no storage of the first`() async throws {
        try await HostileFrames.with(
            ["/out": Self.redirect(to: "sw://other.example/there"), "/there": Self.there]
        ) { app in
            let state = try await arrive(from: "/out", app)
            #expect(state == "sw://other.example null")
            #expect(app.view.url?.absoluteString == "sw://other.example/there")
        }
    }

    @Test func `a redirect to an http page runs in the origin of that page`() async throws {
        try await LocalServer.with(pages: ["/there": "<title>There</title>"]) { web in
            try await HostileFrames.with(["/out": Self.redirect(to: "\(web.origin)/there")]) { app in
                let state = try await arrive(from: "/out", app)
                #expect(state == "\(web.origin) null")
            }
        }
    }

    @Test func `redirects within the origin are one navigation`() async throws {
        try await HostileFrames.with(
            [
                "/out": Self.redirect(to: "/on"), "/on": Self.redirect(to: "sw://app.example/there"),
                "/there": Self.there,
            ]
        ) { app in
            let state = try await arrive(from: "/out", app)
            #expect(state == "sw://app.example mine")
            #expect(app.asked.suffix(3) == ["GET /out", "GET /on", "GET /there"])
            #expect(app.navigations.askedFor.suffix(1) == ["sw://app.example/out"])
        }
    }

    @Test(arguments: ["javascript:document.title='There'", "data:text/html,<title>There</title>", "about:blank"])
    func `a redirect to a javascript, data or about URL fails the load`(location: String) async throws {
        try await HostileFrames.with(["/out": Self.redirect(to: location)]) { app in
            await app.view.open("sw://app.example/out", app.navigations)
            #expect(app.navigations.error != nil)
            #expect(app.view.title != "There")
        }
    }
}
