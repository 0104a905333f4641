import Foundation
import TestSupport
import Testing

@testable import LocalServer

@Suite("LocalServer's reading of requests", .hangLimit(minutes: 1))
struct RequestBytesTests {
    private func start(_ handler: RawHandler = RawHandler()) async throws -> LocalServer {
        try await LocalServer.start(at: LocalServerAddress(port: 0), handler: handler)
    }

    /// Sends bytes, and returns all that the server sends until it closes the connection.
    private func answer(to text: String, from server: LocalServer) async throws -> String {
        let connection = try RawConnection(to: server.address.port)
        return try await RawConnection.blocking {
            connection.send(text)
            return try connection.readToEnd()
        }
    }

    private static let start = "POST / HTTP/1.1\r\nHost: localhost\r\n"

    @Test(arguments: [
        "GET / HTTP/1.1\nHost: localhost\n\n", "GET / HTTP/1.1\r\nX: a\rHost: localhost\r\n\r\n",
        "GET / HTTP/1.1\r\nX: \0\r\n", "\u{16}\u{3}\u{1}", "hello", "GET /\r\n", "GET  / HTTP/1.1\r\n",
        "GET / HTTP/1.1 \r\n", "get / HTTP/1.1\r\n", "NONE / HTTP/1.1\r\n", "GET a HTTP/1.1\r\n",
        "GET /ü HTTP/1.1\r\n", "GET / HTTP/2.0\r\n", "GET / HTTP/1.1\r\nX\r\n", "GET / HTTP/1.1\r\n: a\r\n",
        "GET / HTTP/1.1\r\nX : a\r\n", "GET / HTTP/1.1\r\nX: a\r\n b\r\n",
    ])
    func `a head that breaks the rules is answered with 400`(text: String) async throws {
        #expect(try await answer(to: text, from: start()).hasPrefix("HTTP/1.1 400"))
    }

    @Test(arguments: [
        "Content-Length: 1\r\nContent-Length: 1", "Content-Length: 1, 1", "Content-Length: +1", "Content-Length: -1",
        "Content-Length: 0x1", "Content-Length:", "Content-Length: 1\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: gzip", "Transfer-Encoding: chunked, gzip", "Transfer-Encoding: chunked, chunked",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: x\r\nTransfer-Encoding: chunked",
    ])
    func `a body whose end is uncertain is refused`(fields: String) async throws {
        let answer = try await answer(to: Self.start + fields + "\r\n\r\na", from: start())
        #expect(answer.hasPrefix("HTTP/1.1 400"))
        #expect(answer.contains("Content-Length"))
    }

    @Test func `HTTP/1.0 has no chunks`() async throws {
        let text = "POST / HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        #expect(try await answer(to: text, from: start()).hasPrefix("HTTP/1.1 400"))
    }

    @Test(arguments: [
        "g\r\n", "-1\r\n", "+1\r\na", "0x1\r\na", "fffffffffffffffff\r\n", "1\r\nab\r\n", "1\na\n", "\r\n",
    ])
    func `a chunk that breaks the rules is refused`(chunk: String) async throws {
        let text = Self.start + "Transfer-Encoding: chunked\r\n\r\n" + chunk
        #expect(try await answer(to: text, from: start()).hasPrefix("HTTP/1.1 400"))
    }

    @Test func `chunks are joined, without their extensions and trailers`() async throws {
        let handler = RawHandler(answers: { HTTPResponse(status: 200, body: $0.body) })
        let text =
            Self.start + "Connection: close\r\nTransfer-Encoding: Chunked\r\n\r\n"
            + "5;a=b\r\nhello\r\n00A\r\n, chunks!!\r\n0\r\nX: y\r\n\r\n"
        #expect(try await answer(to: text, from: start(handler)).hasSuffix("\r\n\r\nhello, chunks!!"))
    }

    @Test func `a body is awaited with 100, and a refused one is not`() async throws {
        let server = try await start()
        let fields = "Connection: close\r\nExpect: 100-continue\r\nContent-Length: "
        let connection = try RawConnection(to: server.address.port)
        let (proceed, rest) = try await RawConnection.blocking {
            connection.send(Self.start + fields + "1\r\n\r\n")
            let proceed = connection.readHead()
            connection.send("a")
            return (proceed, try connection.readToEnd())
        }
        #expect(proceed == "HTTP/1.1 100 Continue\r\n\r\n")
        #expect(rest.hasSuffix("/ 1"))
        #expect(
            try await answer(to: Self.start + fields + "999999999999\r\n\r\n", from: server).hasPrefix("HTTP/1.1 413"))
    }

    @Test(arguments: [
        ("GET / HTTP/1.0\r\nHost: localhost\r\n\r\n", 1),
        ("\r\nGET / HTTP/1.1\r\nHost: localhost\r\nConnection: x, Close\r\n\r\n", 1),
        (
            "GET / HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\nGET / HTTP/1.0\r\nHost: localhost\r\n\r\n",
            2
        ),
        ("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\nGET / HTTP/1.1\r\nHost: localhost\r\n\r\n", 1),
    ])
    func `a connection is kept as long as the client asks for`(text: String, count: Int) async throws {
        let answer = try await answer(to: text, from: start())
        #expect(answer.components(separatedBy: "HTTP/1.1 200 OK\r\n").count - 1 == count)
    }

    @Test(arguments: [("HEAD", 200, true), ("GET", 204, false), ("GET", 304, false)])
    func `a response that has no body by the rules is sent without`(method: String, status: Int, hasLength: Bool)
        async throws
    {
        let handler = RawHandler(answers: { _ in HTTPResponse(status: status, body: Data("body".utf8)) })
        let text = "\(method) / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        let answer = try await answer(to: text, from: start(handler))
        #expect(answer.hasPrefix("HTTP/1.1 \(status)") && answer.hasSuffix("\r\n\r\n"))
        #expect(answer.contains("Content-Length: 4") == hasLength)
    }

    @Test func `a header of a response cannot begin another`() async throws {
        let handler = RawHandler(answers: { _ in HTTPResponse(status: 200, headers: ["X": "a\r\nSet-Cookie: b"]) })
        let text = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        let answer = try await answer(to: text, from: start(handler))
        #expect(answer.hasPrefix("HTTP/1.1 500") && !answer.contains("Set-Cookie"))
    }

    /// The system resets a connection that is closed with unread bytes, and then the client may lose the answer.
    @Test func `a client that goes on sending a refused body reads the answer`() async throws {
        let server = try await start()
        let connection = try RawConnection(to: server.address.port)
        let answer = try await RawConnection.blocking {
            connection.send("POST / HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 67108864\r\n\r\n")
            connection.send([UInt8](repeating: 0x61, count: 64 << 20))
            return try connection.readToEnd()
        }
        #expect(answer.hasPrefix("HTTP/1.1 403"))
    }

    @Test func `the handler sees that a client has gone, and the connection's place is free`() async throws {
        let (arrived, arrive) = AsyncStream.makeStream(of: Void.self)
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        let (awaited, tell) = AsyncStream.makeStream(of: Bool.self)
        let handler = RawHandler(answers: { request in
            guard request.path == "/held" else { return nil }
            tell.yield(request.isAwaited())
            arrive.finish()
            for await _ in released {}
            tell.yield(request.isAwaited())
            tell.finish()
            return nil
        })
        var limits = ServerLimits()
        limits.connections = 1
        let server = try await LocalServer.start(at: LocalServerAddress(port: 0), limits: limits, handler: handler)
        let connection = try RawConnection(to: server.address.port)
        connection.send("GET /held HTTP/1.1\r\nHost: localhost\r\n\r\n")
        for await _ in arrived {}
        connection.endSending()
        #expect(try await RawClient.send("/a", headers: ["Host: localhost"], to: server.address.port).body == "/a 0")
        release.finish()
        let answers = await awaited.reduce(into: []) { $0.append($1) }
        #expect(answers == [true, false])
    }

    @Test func `requests of a client that reads no responses are not answered without end`() async throws {
        let server = try await start(
            RawHandler(answers: { _ in HTTPResponse(status: 200, body: Data(count: 1 << 16)) }))
        let connection = try RawConnection(to: server.address.port)
        let sent = try await RawConnection.blocking {
            connection.sendUntilFull(Array("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8), atMost: 64 << 20)
        }
        #expect(sent < 64 << 20)
        #expect(try await RawClient.send("/a", headers: ["Host: localhost"], to: server.address.port).status == 200)
    }
}
