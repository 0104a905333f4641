import Foundation
import Synchronization
import TestSupport
import Testing

@testable import LocalServer

@Suite("LocalServer's limits", .hangLimit(minutes: 1))
struct ServerLimitTests {
    private func start(
        handler: RawHandler = RawHandler(), token: String? = nil, _ change: (inout ServerLimits) -> Void = { _ in }
    ) async throws -> LocalServer {
        var limits = ServerLimits()
        change(&limits)
        return try await LocalServer.start(
            at: LocalServerAddress(port: 0, token: token), limits: limits, handler: handler)
    }

    private func get(_ path: String, from server: LocalServer) async throws -> RawClient.Answer {
        try await RawClient.send(path, headers: ["Host: localhost"], to: server.address.port)
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
        let handler = RawHandler(
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

    @Test func `stop cancels the requests that are being answered`() async throws {
        let (arrived, arrive) = AsyncStream.makeStream(of: Void.self)
        let (released, _) = AsyncStream.makeStream(of: Void.self)
        let server = try await start(
            handler: RawHandler(held: {
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
