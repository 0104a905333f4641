import Foundation
import LocalServer
import TestSupport
import Testing

@Suite("LocalServer", .hangLimit(minutes: 1))
struct LocalServerTests {
    private static let token = "0123456789abcdef"

    private func start(host: String? = nil, port: UInt16 = 0, token: String? = nil) async throws -> LocalServer {
        try await LocalServer.start(at: try LocalServerAddress(host: host, port: port, token: token)) { request in
            HTTPResponse(status: 200, body: Data("heard \(request.method) \(request.path)".utf8))
        }
    }

    @Test func `a server without a port picks a free one, tells its address and answers`() async throws {
        let server = try await start()
        #expect(server.address.port > 0)
        #expect(server.url.absoluteString == "http://127.0.0.1:\(server.address.port)/")
        let answer = try await RawClient.send("/a", headers: ["Host: localhost:1"], to: server.address.port)
        #expect(answer.status == 200)
        #expect(answer.body == "heard GET /a")
        #expect(answer.header("X-Frame-Options") == "DENY")
    }

    @Test(arguments: [
        (["Host: evil.example"], "evil.example"), (["Host: 127.0.0.1.evil.example"], "evil.example"),
        (["Host: 127.0.0.1@evil.example"], "Host"), ([], "Host"), (["Host: 192.168.1.4"], "192.168.1.4"),
        (["Host: localhost", "Origin: https://evil.example"], "evil.example"),
        (["Host: localhost:80", "Origin: http://localhost:81"], "localhost:81"),
        (["Host: localhost", "Origin: null"], "null"),
        (["Host: localhost", "Origin: chrome-extension://localhost"], "chrome-extension"),
        (["Host: localhost", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors"], "cross-site"),
        (["Host: localhost", "Sec-Fetch-Site: same-site"], "same-site"),
        (["Host: localhost", "Host: evil.example"], "evil.example"),
        (["Host: localhost", "Referer: http://evil.example/page"], "http://evil.example/page"),
        (["Host: localhost:80", "Referer: http://localhost:81/"], "localhost:81"),
        (["Host: localhost", "Referer: sw://app.example"], "sw://app.example"),
    ])
    func `a request of a foreign host, origin, referrer or site is answered with 403`(
        headers: [String], named: String
    ) async throws {
        let server = try await start()
        let answer = try await RawClient.send("/", headers: headers, to: server.address.port)
        #expect(answer.status == 403)
        #expect(answer.body.contains(named))
    }

    @Test(arguments: [
        ["Host: localhost"], ["Host: LOCALHOST:4444"], ["Host: [::1]:9"], ["Host: 127.0.0.1:7"],
        ["Host: localhost:5", "Origin: http://localhost:5", "Sec-Fetch-Site: same-origin"],
        ["Host: localhost:5", "Referer: http://localhost:5/page?query"],
        ["Host: localhost", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"],
        ["Host: localhost", "Sec-Fetch-Site: none", "Sec-Fetch-Mode: navigate"],
    ])
    func `a request of this machine, or one that follows a link, is answered`(headers: [String]) async throws {
        let server = try await start()
        #expect(try await RawClient.send("/", headers: headers, to: server.address.port).status == 200)
    }

    @Test func `a form that another site posts is answered with 403`() async throws {
        let server = try await start()
        let headers = ["Host: localhost", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"]
        #expect(try await RawClient.send("/", method: "POST", headers: headers, to: server.address.port).status == 403)
    }

    @Test(arguments: [
        ([], 401), (["Authorization: Bearer 0123456789abcdeF"], 401), (["Authorization: Bearer"], 401),
        (["Authorization: Bearer 0123456789abcdef"], 200),
        (["Authorization: Basic dXNlcjowMTIzNDU2Nzg5YWJjZGVm"], 200),
        (["Authorization: Bearer 0123456789abcdef", "Origin: http://evil.example"], 403),
        (["Cookie: local_server=0123456789abcdef"], 401),
    ])
    func `a server for other machines answers requests with its token only`(
        headers: [String], status: Int
    ) async throws {
        let server = try await start(host: "0.0.0.0", token: Self.token)
        let answer = try await RawClient.send("/", headers: ["Host: box.example"] + headers, to: server.address.port)
        #expect(answer.status == status)
        #expect(answer.status != 401 || answer.header("WWW-Authenticate") == "Bearer, Basic realm=\"token\"")
    }

    @Test func `a token in the address becomes a cookie that is accepted afterwards`() async throws {
        let server = try await start(host: "0.0.0.0", token: Self.token)
        let first = try await RawClient.send(
            "//a?x=1&token=\(Self.token)", headers: ["Host: box.example"], to: server.address.port)
        #expect(first.status == 303)
        #expect(first.header("Location") == "/a?x=1")
        let cookie = try #require(first.header("Set-Cookie"))
        #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
        let pair = try #require(cookie.split(separator: ";").first)
        let second = try await RawClient.send(
            "/a", headers: ["Host: box.example", "Cookie: other=1; \(pair)"], to: server.address.port)
        #expect(second.status == 200)
        let wrong = try await RawClient.send("/?token=0", headers: ["Host: box.example"], to: server.address.port)
        #expect(wrong.status == 401)
    }

    @Test(
        arguments: [
            ("0.0.0.0", nil, "--token"), ("::", nil, "--token"), ("192.168.1.4", nil, "--token"),
            ("box.example", nil, "--host"), ("0.0.0.0", "short", "--token"), ("0.0.0.0", "0123456789abcde;", "--token"),
            ("::ffff:127.0.0.1", nil, "--token"),
        ] as [(String, String?, String)])
    func `an unsafe host or token is refused, and its option is named`(host: String, token: String?, named: String) {
        let error = #expect(throws: LocalServerError.self) { try LocalServerAddress(host: host, port: 0, token: token) }
        #expect(error?.description.contains(named) == true)
    }

    @Test func `a port in use is refused and named`() async throws {
        let server = try await start()
        let port = server.address.port
        let error = await #expect(throws: LocalServerError.self) { try await start(port: port) }
        #expect(error?.description.contains("port \(port) is in use") == true)
    }

    /// A program that another test started just when the socket was made can hold it: then the port is open without an answer.
    @Test func `a server that has ended answers no request`() async throws {
        // An address of its own: the next server on 127.0.0.1 may get the port.
        let host = "127.83.12.9"
        let server = try await start(host: host)
        let port = server.address.port
        #expect(try await RawClient.send("/", headers: ["Host: \(host):\(port)"], to: port, on: host).status == 200)
        await server.stop()
        await server.waitUntilEnded()
        await #expect(throws: (any Error).self) {
            try await RawClient.send("/", headers: ["Host: \(host):\(port)"], to: port, on: host)
        }
    }
}
