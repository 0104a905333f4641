import SWWebView
import TestSupport
import Testing
import WebKit

@testable import ViewTestSupport

/// Tests for the requests that a server receives from a page, and for the responses that the page receives.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct RequestMappingTests {
    let navigations = Navigations()

    func openView(at server: LocalServer) async -> SWWebView {
        let view = makeBridgedView()
        await view.open(server.origin + "/", navigations)
        return view
    }

    @Test func `a request body arrives whole with its headers`() async throws {
        try await LocalServer.with({ .init(body: "\($0.method) \($0.body.count)") }) { server in
            let view = await openView(at: server)
            let echo = try await view.call(
                "return await (await fetch('/post', {method: 'POST', body: 'a=é', headers: {'X-Mine': '1'}})).text()")
            #expect(echo as? String == "POST 4")
            let request = try #require(server.received.last)
            #expect(request.path == "/post")
            #expect(request.body == Data("a=é".utf8))
            #expect(request.headers["x-mine"] == "1")
            #expect(request.headers["content-type"]?.lowercased() == "text/plain;charset=utf-8")
        }
    }

    /// As in WKWebView on iOS: icons are for the tabs of browsers.
    @Test(arguments: [["127.0.0.1"], []])
    func `a page icon is not requested`(_ permitted: [String]) async throws {
        let pages = ["/": "<link rel='icon' href='/icon.png'>", "/next": "<title>Next</title>"]
        try await LocalServer.with(pages: pages) { server in
            let view = SWWebView(frame: .zero, configuration: WKWebViewConfiguration())
            view.serviceWorkerPermittedDomains = permitted
            for path in ["/", "/next", "/"] { await view.open(server.origin + path, navigations) }
            #expect(server.received.map(\.path) == ["/", "/next", "/"])
        }
    }

    /// Across origins a page names its own, which the server has to know as `http://`, and the page as `sw://`.
    @Test func `the server sees the http origin and the page the sw origin`() async throws {
        try await LocalServer.with(pages: ["/": "<title>Home</title>"]) { home in
            try await LocalServer.with({
                .init(headers: ["Access-Control-Allow-Origin": $0.headers["origin"] ?? "none"], body: "answer")
            }) { other in
                let view = await openView(at: home)
                let answer = try await view.call(
                    "return await (await fetch('sw://127.0.0.1:\(other.port)/x', {method: 'POST', body: 'y'})).text()")
                #expect(answer as? String == "answer")
                #expect(other.received.map(\.headers["origin"]) == [home.origin])
                #expect(other.received.last?.body == Data("y".utf8))
            }
        }
    }

    @Test func `fetch rejects where the server does not allow the origin`() async throws {
        try await LocalServer.with(pages: ["/": ""]) { home in
            try await LocalServer.with({ _ in .init(body: "answer") }) { other in
                let view = await openView(at: home)
                let name = try await view.call(
                    "try { await fetch('sw://127.0.0.1:\(other.port)/x') } catch (error) { return error.name }")
                #expect(name as? String == "TypeError")
            }
        }
    }

    /// Such requests are WebKit's own: the host sees nothing of them.
    @Test func `bodies of every kind reach servers that are not permitted`() async throws {
        try await LocalServer.with(pages: ["/": "<title>Home</title>"]) { home in
            try await LocalServer.with({
                .init(headers: ["Access-Control-Allow-Origin": "*"], body: "\($0.body.count)")
            }) { other in
                let view = SWWebView(frame: .zero, configuration: WKWebViewConfiguration())
                view.serviceWorkerPermittedDomains = ["127.0.0.1:\(home.port)"]
                await view.open(home.origin + "/", navigations)
                let sizes = try await view.call(
                    """
                    const size = 2 << 20, sizes = [];
                    const stream = () => new ReadableStream({ pull(c) { c.enqueue(new Uint8Array(size)); c.close(); } });
                    for (const body of [new Uint8Array(size), new Blob([new Uint8Array(size)]), 'x'.repeat(size), stream()]) {
                        const response = await fetch(url, { method: 'POST', body, duplex: 'half' });
                        sizes.push(Number(await response.text()));
                    }
                    for (const body of [new Uint8Array(size), new Blob([new Uint8Array(size)])]) {
                        sizes.push(await new Promise((resolve) => {
                            const request = new XMLHttpRequest();
                            request.open('POST', url);
                            request.onloadend = () => resolve(Number(request.responseText));
                            request.send(body);
                        }));
                    }
                    return sizes;
                    """, ["url": other.origin + "/x"])
                #expect(sizes as? [Int] == Array(repeating: 2 << 20, count: 6))
            }
        }
    }

    @Test func `a large body goes to another origin after one preflight`() async throws {
        try await LocalServer.with(pages: ["/": ""]) { home in
            try await LocalServer.with({
                .init(
                    headers: [
                        "Access-Control-Allow-Origin": $0.headers["origin"] ?? "none",
                        "Access-Control-Allow-Headers": "content-type",
                    ], body: "\($0.body.count)")
            }) { other in
                let view = await openView(at: home)
                let count = try await view.call(
                    """
                    const body = new Blob([new Uint8Array(3 << 20)], {type: "application/json"});
                    const response = await fetch("sw://127.0.0.1:\(other.port)/x", {method: "POST", body});
                    return await response.text();
                    """)
                #expect(count as? String == "\(3 << 20)")
                // WebKit sends no preflight on a custom scheme; the host does.
                #expect(other.received.map(\.method) == ["OPTIONS", "POST"])
            }
        }
    }

    /// A server that answers without the body: the rest of it is not waited for.
    @Test func `a large body that nobody reads leaves no open request`() async throws {
        try await LocalServer.with(pages: ["/": ""]) { home in
            let view = await openView(at: home)
            let result = try await view.call(
                """
                const body = new Blob([new Uint8Array(8 << 20)]);
                try { await fetch("sw://other.example/", {method: "POST", body, mode: "no-cors"}) } catch (error) { return error.name }
                """)
            #expect(result as? String == "TypeError")
            for _ in 0..<2000 where view.bridgeStatus.openRequests > view.bridgeStatus.eventStreams {
                try await view.evaluateJavaScript("0")
            }
            #expect(view.bridgeStatus.openRequests == view.bridgeStatus.eventStreams, "no piece waits for ever")
        }
    }

    @Test func `the status and headers of a response reach the page`() async throws {
        try await LocalServer.with({
            $0.path == "/"
                ? .init() : .init(status: 418, headers: ["Content-Type": "text/plain", "X-Tea": "pot"], body: "tea")
        }) { server in
            let view = await openView(at: server)
            let answer = try await view.call(
                "const r = await fetch('/tea'); return [r.status, r.headers.get('x-tea'), r.url, await r.text()].join(' ')"
            )
            #expect(answer as? String == "418 pot sw://127.0.0.1:\(server.port)/tea tea")
        }
    }
}
