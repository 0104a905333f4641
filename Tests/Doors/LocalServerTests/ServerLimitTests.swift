import Foundation
import Synchronization
import TestSupport
import Testing

@testable import LocalServer

@Suite("LocalServer's limits", .hangLimit(minutes: 1))
struct ServerLimitTests {
    private struct Handler: HTTPHandler {
        var held: (@Sendable () async -> Void)?
        var begins: (@Sendable (String) -> Void)?

        func handleRequest(_ request: HTTPRequest) async -> HTTPResponse {
            begins?(request.path)
            if request.path == "/held" { await held?() }
            return HTTPResponse(status: 200, body: Data("\(request.path) \(request.body.count)".utf8))
        }

        func webSocket(at path: String) -> (@Sendable (WebSocket) async -> Void)? {
            switch path {
            case "/echo": { socket in for await message in socket.messages { socket.send(message) } }
            case "/flood": { socket in for _ in 0..<100 { socket.send(.data(Data(count: 1 << 20))) } }
            default: nil
            }
        }
    }

    private func start(
        handler: Handler = Handler(), token: String? = nil, _ change: (inout ServerLimits) -> Void = { _ in }
    ) async throws -> LocalServer {
        var limits = ServerLimits()
        change(&limits)
        return try await LocalServer.start(
            at: LocalServerAddress(port: 0, token: token), limits: limits, handler: handler)
    }

    private func get(_ path: String, from server: LocalServer) async throws -> RawClient.Answer {
        try await RawClient.send(path, headers: ["Host: localhost"], to: server.address.port)
    }

    private static func upgrade(_ path: String, _ headers: String = "") -> String {
        "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\(headers)"
            + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    }

    /// Returns a client's text frame with a mask of zeros.
    private static func frame(_ payload: [UInt8], isLast: Bool = true, opcode: UInt8 = 1) -> [UInt8] {
        let length = withUnsafeBytes(of: UInt64(payload.count).bigEndian) { Array($0) }
        return [(isLast ? 0x80 : 0) | opcode, 0xFF] + length + [0, 0, 0, 0] + payload
    }

    @Test func `idle connections make room for a request, the oldest first`() async throws {
        let server = try await start { $0.connections = 4 }
        let port = server.address.port
        let idle = try await RawConnection.blocking { try (0..<20).map { _ in try RawConnection(to: port) } }
        #expect(try await get("/a", from: server).body == "/a 0")
        #expect(try await RawConnection.blocking { try idle[0].readToEnd() } == "")
    }

    @Test func `a connection beyond the limit waits until a request has ended`() async throws {
        let (arrived, arrive) = AsyncStream.makeStream(of: Void.self)
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        let steps = Mutex<[String]>([])
        let handler = Handler(
            held: {
                arrive.yield()
                for await _ in released {}
                steps.withLock { $0.append("released") }
            }, begins: { path in steps.withLock { $0.append(path) } })
        let server = try await start(handler: handler) { $0.connections = 2 }
        let held = (0..<2).map { _ in Task { try await get("/held", from: server) } }
        var arrivals = arrived.makeAsyncIterator()
        for _ in held { await arrivals.next() }
        let further = try ["/a", "/b"].map { path in
            let connection = try RawConnection(to: server.address.port)
            connection.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            return connection
        }
        // Meanwhile a server that has room answers more than one request.
        let other = try await start()
        for _ in 0..<20 { _ = try await get("/c", from: other) }
        release.finish()
        for task in held { #expect(try await task.value.status == 200) }
        for connection in further {
            let answer = try await RawConnection.blocking { try connection.readToEnd() }
            #expect(answer.hasPrefix("HTTP/1.1 200"))
        }
        #expect(steps.withLock { Array($0.prefix(3)) } == ["/held", "/held", "released"])
    }

    @Test(arguments: [
        "X: " + String(repeating: "a", count: 256 * 1024),
        "X: a\r\n" + String(repeating: "Y: b\r\n", count: 400) + "Z: c",
    ])
    func `a head beyond the limit is refused`(header: String) async throws {
        let server = try await start()
        let connection = try RawConnection(to: server.address.port)
        let answer = try await RawConnection.blocking {
            connection.send("GET / HTTP/1.1\r\nHost: localhost\r\n\(header)\r\n\r\n")
            return String(decoding: connection.read(12), as: UTF8.self)
        }
        #expect(answer == "HTTP/1.1 400")
        #expect(try await get("/a", from: server).status == 200)
    }

    @Test(arguments: ["Content-Length: 1001\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n3e9\r\n"])
    func `a body beyond the limit is refused`(rest: String) async throws {
        let server = try await start { $0.body = 1000 }
        let connection = try RawConnection(to: server.address.port)
        let answer = try await RawConnection.blocking {
            connection.send("POST / HTTP/1.1\r\nHost: localhost\r\n" + rest + String(repeating: "a", count: 1001))
            return try connection.readToEnd()
        }
        #expect(answer.hasPrefix("HTTP/1.1 413"))
        #expect(answer.contains("1000 bytes"))
    }

    @Test func `bodies beyond the limit of all are refused, and ended ones make room`() async throws {
        let server = try await start { $0.bodies = 1000 }
        let port = server.address.port
        let head = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\n"
        let answers = try await RawConnection.blocking {
            let first = try RawConnection(to: port)
            first.send(head + String(repeating: "a", count: 899) + "")
            let second = try RawConnection(to: port)
            var answers: [String] = []
            second.send(head + String(repeating: "a", count: 900))
            answers.append(try second.readToEnd())
            first.send("a")
            answers.append(String(decoding: first.read(12), as: UTF8.self))
            let third = try RawConnection(to: port)
            third.send(head + String(repeating: "a", count: 900))
            answers.append(String(decoding: third.read(12), as: UTF8.self))
            return answers
        }
        #expect(answers.map { $0.prefix(12) }.sorted() == ["HTTP/1.1 200", "HTTP/1.1 200", "HTTP/1.1 413"])
    }

    @Test func `a request without the token is refused before its body`() async throws {
        let server = try await start(token: "0123456789abcdef")
        let connection = try RawConnection(to: server.address.port)
        let answer = try await RawConnection.blocking {
            connection.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000000\r\n\r\n")
            return try connection.readToEnd()
        }
        #expect(answer.hasPrefix("HTTP/1.1 401"))
    }

    @Test(arguments: [
        "", "GET / HTTP/1.1\r\nHost: loc", "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\na",
    ])
    func `a client that stops sending loses its connection`(start beginning: String) async throws {
        let server = try await start {
            $0.idle = .milliseconds(50)
            $0.stall = .milliseconds(50)
        }
        let connection = try RawConnection(to: server.address.port)
        let answer = try await RawConnection.blocking {
            connection.send(beginning)
            return try connection.readToEnd()
        }
        #expect(answer == "")
    }

    @Test func `requests sent ahead are answered in their order`() async throws {
        let server = try await start()
        let connection = try RawConnection(to: server.address.port)
        let answer = try await RawConnection.blocking {
            for path in ["/a", "/b", "/c"] {
                connection.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            }
            connection.send("GET /d HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            return try connection.readToEnd()
        }
        let bodies = answer.components(separatedBy: "\r\n\r\n").dropFirst().map { $0.prefix(4) }
        #expect(bodies == ["/a 0", "/b 0", "/c 0", "/d 0"])
    }

    @Test func `a web socket joins fragments and answers pings`() async throws {
        let server = try await start()
        let connection = try RawConnection(to: server.address.port)
        let (head, frames) = try await RawConnection.blocking {
            connection.send(Self.upgrade("/echo"))
            var head: [UInt8] = []
            while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) { head += connection.read(1) }
            connection.send(Self.frame(Array("ab".utf8), isLast: false))
            connection.send(Self.frame(Array("!".utf8), opcode: 9))
            connection.send(Self.frame(Array("c".utf8), opcode: 0))
            return (String(decoding: head, as: UTF8.self), connection.read(8))
        }
        #expect(head.hasPrefix("HTTP/1.1 101"))
        #expect(head.lowercased().contains("sec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo="))
        #expect(frames == [0x8A, 1] + Array("!".utf8) + [0x81, 3] + Array("abc".utf8))
    }

    @Test(arguments: [
        ("/echo", "Origin: https://evil.example\r\n", "HTTP/1.1 403"), ("/none", "", "HTTP/1.1 200"),
    ])
    func `an upgrade is refused for a foreign origin, and ignored where there is no web socket`(
        path: String, headers: String, status: String
    ) async throws {
        let server = try await start()
        let connection = try RawConnection(to: server.address.port)
        let answer = try await RawConnection.blocking {
            connection.send(Self.upgrade(path, headers))
            return String(decoding: connection.read(12), as: UTF8.self)
        }
        #expect(answer == status)
    }

    @Test func `a message beyond the limit closes the web socket`() async throws {
        let server = try await start { $0.message = 1000 }
        let connection = try RawConnection(to: server.address.port)
        let answer = try await RawConnection.blocking {
            connection.send(Self.upgrade("/echo"))
            connection.send(Self.frame([UInt8](repeating: 0x61, count: 600), isLast: false))
            connection.send(Self.frame([UInt8](repeating: 0x61, count: 600), opcode: 0))
            return try connection.readToEnd()
        }
        #expect(answer.hasPrefix("HTTP/1.1 101"))
        #expect(!answer.contains("aaa"))
    }

    @Test func `a web socket with more unsent messages than the limit is closed`() async throws {
        let server = try await start { $0.messages = 10 }
        let connection = try RawConnection(to: server.address.port)
        let answer = try await RawConnection.blocking {
            connection.send(Self.upgrade("/flood"))
            return try connection.readToEnd()
        }
        #expect(answer.utf8.count < 100 << 20)
    }

    @Test func `stop cancels the requests that are being answered`() async throws {
        let (arrived, arrive) = AsyncStream.makeStream(of: Void.self)
        let (released, _) = AsyncStream.makeStream(of: Void.self)
        let server = try await start(
            handler: Handler(held: {
                arrive.yield()
                for await _ in released {}
            }))
        let held = Task { try? await get("/held", from: server) }
        for await _ in arrived { break }
        await server.stop()
        await server.waitUntilEnded()
        _ = await held.value
    }
}
