import Foundation
import Testing
import URLInterception

@testable import ViewTestSupport
@testable import WebKit

extension NetworkInterceptionTests {
    /// The first request of a data store whose http(s) addresses are intercepted: nothing has been sent through its proxy before.
    @MainActor @Suite
    struct FirstLoadTests {
        let navigations = Navigations()
        let view: WKWebView

        init() {
            ScriptedServer.reset()
            let configuration = WKWebViewConfiguration()
            configuration.websiteDataStore = .nonPersistent()
            configuration.interceptsNetwork = true
            configuration.protocolClasses = [ScriptedServer.self]
            view = WKWebView(frame: .zero, configuration: configuration)
        }

        @Test(arguments: ["http", "https"])
        func `the address is the one that was asked for`(scheme: String) async throws {
            let address = "\(scheme)://fake.example:8080/a%20b/c?d=%5Be%5D&f"
            await view.open(address, navigations)
            #expect(ScriptedServer.asked.map(\.url.absoluteString) == [address])
            #expect(view.url?.absoluteString == address)
            #expect(try await view.call("return location.href") as? String == address)
        }

        @Test func `a server on this machine is asked once, with its own address`() async throws {
            try await LocalServer.with(pages: ["/deep/page": "<title>deep</title>"]) { server in
                await view.open(server.origin + "/deep/page?x=1", navigations)
                #expect(view.title == "deep")
                #expect(server.received.map(\.path) == ["/deep/page"])
                #expect(server.received.first?.headers["host"] == "127.0.0.1:\(server.port)")
                #expect(
                    server.received.allSatisfy { headers in headers.headers.keys.allSatisfy { !$0.hasPrefix("proxy-") }
                    })
            }
        }

        @Test(arguments: ["http", "https"])
        func `a redirect leads to the page`(scheme: String) async throws {
            ScriptedServer.answer(
                "/old", "", status: 302,
                headers: ["Location": "\(scheme)://other.example/new?x=1", "Set-Cookie": "a=1"])
            await view.open("\(scheme)://fake.example/old?y", navigations)
            #expect(view.url?.absoluteString == "\(scheme)://other.example/new?x=1")
            #expect(ScriptedServer.asked.map(\.url.path) == ["/old", "/new"])
            #expect(ScriptedServer.asked.last?.headers["Cookie"] == nil)
        }

        @Test(arguments: ["http", "https"])
        func `a body arrives whole`(scheme: String) async throws {
            await view.shown(at: "\(scheme)://fake.example/", navigations)
            try await view.call(
                "await fetch('/store?x=1', { method: 'POST', body: new Uint8Array(1 << 20).fill(7) })")
            let asked = try #require(ScriptedServer.asked.first)
            #expect(ScriptedServer.asked.count == 1)
            #expect(asked.method == "POST")
            #expect(asked.url.absoluteString == "\(scheme)://fake.example/store?x=1")
            #expect(asked.body == Data(repeating: 7, count: 1 << 20))
        }

        @Test func `a form is sent whole`() async throws {
            ScriptedServer.answer("/form", "<title>taken</title>")
            await view.shown(
                at: "http://fake.example/", navigations,
                text: "<form method=post action=/form?x=1><input name=a value=b></form>")
            try await view.evaluateJavaScript("document.forms[0].submit()")
            await navigations.over()
            #expect(view.title == "taken")
            #expect(
                ScriptedServer.asked.map { "\($0.method) \($0.url.absoluteString)" } == [
                    "POST http://fake.example/form?x=1"
                ])
            #expect(ScriptedServer.asked.first?.body == Data("a=b".utf8))
        }

        @Test func `HEAD has the headers of the answer and no body`() async throws {
            ScriptedServer.answer("/big") { server in
                server.respond(200, ["Content-Length": "1000000", "Content-Type": "text/plain", "X-Own": "1"])
                server.finish()
            }
            await view.shown(at: "http://fake.example/", navigations)
            let seen = try await view.call(
                """
                const response = await fetch('/big?x', { method: 'HEAD' });
                const { headers } = response;
                return [headers.get('X-Own'), headers.get('Content-Length'), (await response.text()).length].join();
                """)
            #expect(seen as? String == "1,1000000,0")
            #expect(
                ScriptedServer.asked.map { "\($0.method) \($0.url.absoluteString)" } == [
                    "HEAD http://fake.example/big?x"
                ])
        }

        @Test func `a range is asked for and answered`() async throws {
            ScriptedServer.answer(
                "/film", "cde", type: "text/plain", status: 206, headers: ["Content-Range": "bytes 2-4/10"])
            await view.shown(at: "http://fake.example/", navigations)
            let seen = try await view.call(
                """
                const response = await fetch('/film?x', { headers: { Range: 'bytes=2-4' } });
                return [response.status, response.headers.get('Content-Range'), await response.text()].join();
                """)
            #expect(seen as? String == "206,bytes 2-4/10,cde")
            #expect(
                ScriptedServer.asked.map { "\($0.url.absoluteString) \($0.headers["Range"] ?? "")" } == [
                    "http://fake.example/film?x bytes=2-4"
                ])
        }

        @Test func `a server may ask for a name and a password`() async throws {
            try await LocalServer.with({ request in
                let isKnown =
                    request.headers["authorization"] == "Basic " + Data("me:secret".utf8).base64EncodedString()
                let ask = ["Content-Type": "text/html", "WWW-Authenticate": "Basic realm=\"here\""]
                return isKnown
                    ? LocalServer.Answer(body: "<title>in</title>") : .init(status: 401, headers: ask, body: "out")
            }) { server in
                let delegate = Credentials(user: "me", password: "secret")
                view.navigationDelegate = delegate
                view.load(URLRequest(url: try #require(URL(string: server.origin + "/private?x=1"))))
                await delegate.over()
                #expect(view.title == "in", "\(String(describing: delegate.error)) \(server.received.map(\.headers))")
                #expect(delegate.asked == ["here NSURLAuthenticationMethodHTTPBasic 127.0.0.1:\(server.port)"])
                #expect(Set(server.received.map(\.path)) == ["/private"])
            }
        }

        @Test(arguments: ["http", "https"])
        func `connections are used again`(scheme: String) async throws {
            ScriptedServer.answer("/", "<title>first</title>")
            await view.open("\(scheme)://fake.example/", navigations)
            let interception = try #require(view.configuration.websiteDataStore.networkInterception)
            let before = interception.connectionCount
            try await view.call("for (let i = 0; i < 20; i++) await (await fetch('/?' + i)).text()")
            #expect(ScriptedServer.asked.count == 21)
            #expect(interception.connectionCount - before <= 1)
        }

        @Test func `a web socket reaches its server`() async throws {
            try await EchoServer.with { port in
                await view.shown(at: "http://fake.example/", navigations)
                let heard = [
                    try await view.echo("ws://127.0.0.1:\(port)/a?b"), try await view.echo("ws://fake.example/"),
                ]
                #expect(heard == ["hello", "error"], "nobody is at the second address")
            }
        }

        // MARK: Other programs

        @Test func `nobody without the password is served`() async throws {
            ScriptedServer.answer("/", "<title>served</title>")
            await view.open("http://fake.example/", navigations)
            let port = try #require(view.configuration.websiteDataStore.networkInterception?.port)
            ScriptedServer.reset(keepingAnswers: true)
            // A page in a browser, programs that take it for an HTTP proxy, and those that speak SOCKS 5.
            for words: [UInt8] in [
                Array("GET / HTTP/1.1\r\nHost: fake.example\r\n\r\n".utf8),
                Array("GET http://fake.example/ HTTP/1.1\r\nHost: fake.example\r\n\r\n".utf8),
                Array("CONNECT fake.example:443 HTTP/1.1\r\nHost: fake.example:443\r\n\r\n".utf8),
                [4, 1, 0, 80, 127, 0, 0, 1, 0], [5, 1, 0], [5, 0], [5, 2, 0, 2, 1, 0, 0],
                [5, 1, 2, 1, 9] + Array("swwebview".utf8) + [5] + Array("guess".utf8) + [
                    5, 1, 0, 1, 127, 0, 0, 1, 0, 80,
                ],
            ] {
                let answer = try await Self.exchange(words, port: port)
                // At most: which way to prove who one is, and that it was no proof.
                #expect([[], [5, 2, 1, 1], [5, 0xFF]].contains(answer), "\(words) were answered with \(answer)")
            }
            #expect(ScriptedServer.asked.isEmpty)
            #expect(try await view.call("return (await fetch('/')).status") as? Int == 200)
        }

        /// Sends bytes to a port and returns the bytes that arrive until the other side ends the connection.
        private nonisolated static func exchange(_ bytes: [UInt8], port: UInt16) async throws -> [UInt8] {
            try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread { continuation.resume(with: Result { try blockingExchange(bytes, port: port) }) }
            }
        }

        private nonisolated static func blockingExchange(_ bytes: [UInt8], port: UInt16) throws -> [UInt8] {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(descriptor) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            address.sin_port = port.bigEndian
            let status = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            guard status == 0 else { throw URLError(.cannotConnectToHost) }
            // One who is let in would be waited for.
            var limit = timeval(tv_sec: 10, tv_usec: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
            _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
            var answer: [UInt8] = []
            var piece = [UInt8](repeating: 0, count: 1000)
            while case let count = recv(descriptor, &piece, piece.count, 0), count > 0 { answer += piece.prefix(count) }
            return answer
        }
    }
}

extension WKWebView {
    /// Shows a document of an http(s) address that is not asked for.
    @MainActor
    func shown(at address: String, _ navigations: Navigations, text: String = "") async {
        navigationDelegate = navigations
        loadHTMLString(text, baseURL: URL(string: address))
        await navigations.over()
    }
}

/// A delegate that answers every authentication challenge with a name and a password.
@MainActor
private final class Credentials: NSObject, WKNavigationDelegate {
    private let user: String
    private let password: String
    private(set) var asked: [String] = []
    private(set) var error: NSError?
    private let finished = Gate()

    init(user: String, password: String) {
        self.user = user
        self.password = password
    }

    func over() async { await finished.pass() }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { finished.open() }

    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) {
        self.error = error as NSError
        finished.open()
    }

    func webView(
        _ webView: WKWebView, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @MainActor (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let space = challenge.protectionSpace
        asked.append("\(space.realm ?? "") \(space.authenticationMethod) \(space.host):\(space.port)")
        completionHandler(.useCredential, URLCredential(user: user, password: password, persistence: .none))
    }
}
