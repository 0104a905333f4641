import SWWebView
import TestSupport
import Testing
import URLInterception
import WebKit

@testable import ViewTestSupport

/// What a navigation under `sw://` tells its server and its document about the document that led to it.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct NavigationHeaderTests {
    let navigations = Navigations()

    private func withApp(
        _ pages: [String: LocalServer.Answer] = [:], _ body: @MainActor (SWWebView, LocalServer) async throws -> Void
    ) async throws {
        try await LocalServer.with({ pages[$0.path] ?? .init(body: "<p>page</p>") }) { server in
            let view = makeBridgedView()
            view.loader = MappedLoader(
                map: try OriginMap(["app.example", "other.example"].map { "sw://\($0)=\(server.origin)" }))
            await view.open("sw://app.example/start?q#f", navigations)
            try await body(view, server)
        }
    }

    /// Runs a script that leads to a path, and returns what the server and the document learn.
    private func facts(_ script: String, _ path: String, _ view: SWWebView, _ server: LocalServer) async throws
        -> [String?]
    {
        _ = try? await view.call(script)
        let request = await server.request { $0.path == path }
        await navigations.over()
        return [
            request.headers["referer"], request.headers["origin"], request.headers["sec-fetch-site"],
            request.headers["sec-fetch-mode"], request.headers["sec-fetch-dest"],
            try await view.call("return document.referrer") as? String,
        ]
    }

    @Test func `the application's load has no referrer`() async throws {
        try await withApp { view, server in
            let request = try #require(server.received.first)
            #expect(request.headers["referer"] == nil)
            #expect(request.headers["sec-fetch-site"] == "none")
            #expect(try await view.call("return document.referrer") as? String == "")
        }
    }

    @Test(arguments: [
        ("location.href = '/next'", "sw://app.example/start?q"),
        (
            "document.body.innerHTML = '<a href=/next>x</a>'; document.querySelector('a').click()",
            "sw://app.example/start?q"
        ),
        ("document.body.innerHTML = '<a href=/next rel=noreferrer>x</a>'; document.querySelector('a').click()", nil),
        (
            "document.body.innerHTML = '<a href=/next referrerpolicy=origin>x</a>'; document.querySelector('a').click()",
            "sw://app.example/"
        ),
        ("document.head.innerHTML = '<meta name=referrer content=no-referrer>'; location.href = '/next'", nil),
    ])
    func `a page leads to another one of its origin`(script: String, referrer: String?) async throws {
        try await withApp { view, server in
            let facts = try await facts(script, "/next", view, server)
            #expect(facts == [referrer, nil, "same-origin", "navigate", "document", referrer ?? ""])
        }
    }

    @Test func `a page leads to another origin, and posts a form`() async throws {
        try await withApp { view, server in
            let there = try await facts("location.href = 'sw://other.example/there'", "/there", view, server)
            #expect(
                there == [
                    "sw://app.example/", nil, "cross-site", "navigate", "document", "sw://app.example/",
                ])
            let form =
                "document.body.innerHTML = `<form method=post action='/posted'></form>`; document.forms[0].submit()"
            let posted = try await facts(form, "/posted", view, server)
            #expect(
                posted == [
                    "sw://other.example/there", "sw://other.example", "same-origin", "navigate", "document",
                    "sw://other.example/there",
                ])
        }
    }

    @Test func `a policy of the document's headers holds`() async throws {
        let policy = LocalServer.Answer(
            headers: ["Content-Type": "text/html", "Referrer-Policy": "no-referrer"], body: "<p>page</p>")
        try await withApp(["/start": policy]) { view, server in
            let facts = try await facts("location.href = '/next'", "/next", view, server)
            #expect(facts == [nil, nil, "same-origin", "navigate", "document", ""])
        }
    }

    @Test func `a frame has the referrer of the document around it`() async throws {
        try await withApp { view, server in
            let referrer = try await view.call(
                """
                document.body.innerHTML = "<iframe src='/frame'></iframe>";
                const frame = document.querySelector("iframe");
                await new Promise((resolve) => { frame.onload = resolve; });
                return frame.contentDocument.referrer;
                """)
            #expect(referrer as? String == "sw://app.example/start?q")
            let request = try #require(server.received.first { $0.path == "/frame" })
            #expect(request.headers["sec-fetch-dest"] == "iframe")
            #expect(request.headers["sec-fetch-site"] == "same-origin")
        }
    }

    @Test func `subresources tell their destination`() async throws {
        try await withApp { view, server in
            _ = try await view.call(
                """
                await fetch("/fetched");
                const image = new Image();
                image.src = "/image";
                await new Promise((resolve) => { image.onerror = resolve; });
                await fetch("sw://other.example/no-cors", { mode: "no-cors" });
                """)
            let told = { (path: String) in
                let headers = server.received.first { $0.path == path }?.headers ?? [:]
                return ["dest", "mode", "site"].map { headers["sec-fetch-\($0)"] ?? "-" }.joined(separator: " ")
            }
            #expect(told("/fetched") == "empty cors same-origin")
            #expect(told("/image") == "image no-cors same-origin")
            #expect(told("/no-cors") == "empty no-cors cross-site")
        }
    }
}
