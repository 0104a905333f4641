import FlyingFox
import Synchronization
import TestSupport
import Testing
import URLInterception
import WebKit

@testable import ViewTestSupport

/// A plain view whose http(s) addresses are offered to `URLProtocol` classes.
@MainActor @Suite(.serialized, .hangLimit(minutes: 1))
struct NetworkInterceptionTests {
    let navigations = Navigations()
    let view: WKWebView

    init() {
        view = Self.makeView()
        ScriptedServer.reset()
    }

    private static func makeView(_ classes: [AnyClass] = [ScriptedServer.self]) -> WKWebView {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        configuration.interceptsNetwork = true
        configuration.protocolClasses = classes
        return WKWebView(frame: .zero, configuration: configuration)
    }

    @Test func `protocol classes are offered each request of a page, its frame and its worker once`() async throws {
        ScriptedServer.answer("/", "<img src=/logo.png><iframe src=/frame></iframe>")
        ScriptedServer.answer("/worker.js", "fetch('/of-worker').then(() => postMessage(1))", type: "text/javascript")
        await view.open("https://fake.example/?q=%20%5B1%5D", navigations)
        let seen = try await view.call(
            """
            await fetch('/fetched', { method: 'PUT', headers: { 'X-Own': '1' }, body: 'text' });
            const request = new XMLHttpRequest();
            request.open('GET', '/asked');
            await new Promise((resolve) => { request.onload = resolve; request.send(); });
            await new Promise((resolve) => { new Worker('/worker.js').onmessage = resolve; });
            return [location.href, origin, isSecureContext, frames[0].location.href, request.responseURL].join(' ');
            """)
        #expect(
            seen as? String
                == "https://fake.example/?q=%20%5B1%5D https://fake.example true https://fake.example/frame https://fake.example/asked"
        )
        let asked = ScriptedServer.asked.map { "\($0.method) \($0.url.absoluteString)" }
        for line in [
            "GET https://fake.example/logo.png", "GET https://fake.example/frame", "PUT https://fake.example/fetched",
            "GET https://fake.example/asked", "GET https://fake.example/worker.js",
            "GET https://fake.example/of-worker",
        ] {
            #expect(asked.count { $0 == line } == 1, "\(line)")
        }
        let put = try #require(ScriptedServer.asked.first { $0.method == "PUT" })
        #expect(put.headers["X-Own"] == "1")
        #expect(put.headers["Origin"] == "https://fake.example")
        #expect(put.body == Data("text".utf8))
        #expect(put.headers.keys.allSatisfy { !$0.lowercased().hasPrefix("proxy-") })
    }

    @Test func `a fetch of another origin needs CORS headers, and mixed content is refused`() async throws {
        ScriptedServer.answer("/open", "shown", headers: ["Access-Control-Allow-Origin": "https://fake.example"])
        await view.open("https://fake.example/", navigations)
        let seen = try await view.call(
            """
            const ask = (url, options) => fetch(url, options).then((response) => response.text(), (error) => error.name);
            return [await ask('https://other.example/open'), await ask('https://other.example/closed'), await ask('http://fake.example/mixed')];
            """)
        #expect(seen as? [String] == ["shown", "TypeError", "TypeError"])
        await view.open("http://fake.example/", navigations)
        #expect(try await view.call("return `${origin} ${isSecureContext}`") as? String == "http://fake.example false")
    }

    @Test func `cookies of an answer are visible to the page and sent to its host only`() async throws {
        // Foundation joins the fields of one name into one line.
        ScriptedServer.answer(
            "/", "",
            headers: ["Set-Cookie": "a=1; Expires=Wed, 01 Jan 2098 00:00:00 GMT; Path=/, b=2; HttpOnly, c=3; Secure"])
        await view.open("https://fake.example/", navigations)
        let cookies = try await view.call("document.cookie = 'd=4'; await fetch('/next'); return document.cookie")
        #expect((cookies as? String)?.split(separator: "; ").sorted() == ["a=1", "c=3", "d=4"])
        let sent = try #require(ScriptedServer.asked.last?.headers["Cookie"])
        #expect(sent.split(separator: "; ").sorted() == ["a=1", "b=2", "c=3", "d=4"])
        await view.open("https://other.example/", navigations)
        #expect(ScriptedServer.asked.last?.headers["Cookie"] == nil)
    }

    @Test func `an answer reaches the page piece by piece, from any thread`() async throws {
        ScriptedServer.answer("/stream") { server in
            server.respond(200, ["Content-Type": "text/plain", "Content-Length": "7"])
            server.send("one ")
        }
        await view.open("http://fake.example/", navigations)
        let first = try await view.call(
            """
            const response = await fetch('/stream');
            window.reader = response.body.getReader();
            window.text = async () => new TextDecoder().decode((await reader.read()).value);
            return `${response.headers.get('content-length')} ${await text()}`;
            """)
        #expect(first as? String == "7 one ")
        let loading = try #require(ScriptedServer.current)
        // From another thread, as classes do.
        DispatchQueue.global().async {
            loading.send("two")
            loading.finish()
        }
        #expect(try await view.call("return `${await text()} ${(await reader.read()).done}`") as? String == "two true")
    }

    @Test func `a body of 48 MiB is exact on its way there and back`() async throws {
        ScriptedServer.answer("/echo") { server in
            server.respond(200, ["Content-Type": "application/octet-stream"])
            server.client?.urlProtocol(server, didLoad: server.request.httpBody ?? Data())
            server.finish()
        }
        await view.open("https://fake.example/", navigations)
        let same = try await view.call(
            """
            const words = new Uint32Array(12 << 20);
            for (let i = 0; i < words.length; i++) words[i] = i * 2654435761;
            const response = await fetch('/echo', { method: 'POST', body: words });
            const back = new Uint32Array(await response.arrayBuffer());
            return back.length === words.length && back.every((word, index) => word === words[index]);
            """)
        #expect(same as? Bool == true)
    }

    @Test func `a fetch that is aborted before or during its answer stops loading`() async throws {
        ScriptedServer.answer("/held") { _ in }
        ScriptedServer.answer("/endless") {
            $0.respond(200, [:])
            $0.send("begin")
        }
        await view.open("https://fake.example/", navigations)
        _ = try await view.call(
            """
            const controller = new AbortController(), { signal } = controller;
            const held = fetch('/held', { signal }).catch(() => {});
            const body = (await fetch('/endless', { signal })).body.getReader();
            await body.read();
            controller.abort();
            await held;
            """)
        for _ in 0..<2 { #expect(await ScriptedServer.nextStop() != nil) }
    }

    @Test func `a redirect of a protocol class changes the address of the page`() async throws {
        ScriptedServer.answer("/old", "", status: 302, headers: ["Location": "https://other.example/new#part"])
        ScriptedServer.answer("/moved") { server in
            guard let url = URL(string: "https://fake.example/target"),
                let response = HTTPURLResponse(url: url, statusCode: 307, httpVersion: nil, headerFields: nil)
            else { return }
            server.client?.urlProtocol(server, wasRedirectedTo: URLRequest(url: url), redirectResponse: response)
        }
        await view.open("https://fake.example/old", navigations)
        #expect(view.url?.absoluteString == "https://other.example/new#part")
        #expect(ScriptedServer.asked.map(\.url.path) == ["/old", "/new"])
        await view.open("https://fake.example/moved", navigations)
        #expect(try await view.call("return location.href") as? String == "https://fake.example/target")
        view.goBack()
        await navigations.over()
        #expect(view.url?.host == "other.example")
    }

    @Test func `an error of a protocol class is the navigation's own, and nothing is asked for twice`() async throws {
        let error = NSError(domain: "Fake", code: 42, userInfo: [NSLocalizedDescriptionKey: "The server is made up"])
        ScriptedServer.answer("/fail") { $0.client?.urlProtocol($0, didFailWithError: error) }
        await view.open("https://fake.example/", navigations)
        ScriptedServer.reset(keepingAnswers: true)
        await view.open("https://fake.example/fail#here", navigations)
        #expect(navigations.log.last == "failProvisional")
        #expect(navigations.error == error)
        let name = try await view.call("return fetch('/fail').catch((error) => error.name)")
        #expect(name as? String == "TypeError")
        #expect(ScriptedServer.asked.map(\.url.path) == ["/fail", "/fail"], "each is asked for once")
        #expect(view.url?.path == "/")
        await view.open("http://nobody.invalid/", navigations)
        #expect(navigations.error?.code == NSURLErrorCannotFindHost)
    }

    @Test func `a request that no protocol class takes goes to the network`() async throws {
        let page =
            "<title>real</title><script>fetch('/next').then(() => webkit.messageHandlers.done.postMessage(1))</script>"
        try await LocalServer.with({ request in
            let cookie = ["Content-Type": "text/html", "Set-Cookie": "real=1"]
            return LocalServer.Answer(headers: cookie, body: request.path == "/" ? page : "next")
        }) { server in
            let messages = Messages()
            view.configuration.userContentController.add(messages, name: "done")
            await view.open(server.origin + "/", navigations)
            await messages.wait(for: 1)
            #expect(view.title == "real")
            #expect(view.url?.absoluteString == server.origin + "/")
            #expect(server.received.first { $0.path == "/next" }?.headers["cookie"] == "real=1")
            #expect(server.received.allSatisfy { $0.headers["proxy-authorization"] == nil })
            #expect(ScriptedServer.asked.isEmpty)
        }
    }

    @Test func `the protocol classes of the newest view are asked first`() async throws {
        final class Newer: URLProtocol {
            override class func canInit(with request: URLRequest) -> Bool { request.url?.path == "/newer" }
            override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
            override func stopLoading() {}
            override func startLoading() {
                guard let url = request.url else { return }
                let response = URLResponse(
                    url: url, mimeType: "text/html", expectedContentLength: -1, textEncodingName: "utf-8")
                client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
                client?.urlProtocol(self, didLoad: Data("<title>ä newer</title>".utf8))
                client?.urlProtocolDidFinishLoading(self)
            }
        }
        let configuration = view.configuration
        configuration.protocolClasses = [Newer.self]
        let second = WKWebView(frame: .zero, configuration: configuration)
        let others = Navigations()
        await second.open("https://fake.example/newer", others)
        #expect(second.title == "ä newer")
        await second.open("https://fake.example/older", others)
        #expect(ScriptedServer.asked.map(\.url.path) == ["/older"])
    }

    @Test func `a web socket goes to its own server`() async throws {
        let server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled,
            handler: .webSocket(EchoWSMessageHandler()))
        let running = Task { try await server.run() }
        defer { running.cancel() }
        try await server.waitUntilListening(timeout: 60)
        guard case .ip4(_, let port) = await server.listeningAddress else { throw URLError(.cannotConnectToHost) }
        await view.open("http://fake.example/", navigations)
        let heard = try await view.call(
            """
            const socket = new WebSocket(`ws://127.0.0.1:${port}/`);
            return new Promise((resolve) => {
                socket.onopen = () => socket.send('hello');
                socket.onmessage = ({ data }) => resolve(data);
                socket.onerror = () => resolve('error');
            });
            """, ["port": Int(port)])
        #expect(heard as? String == "hello")
    }
}
