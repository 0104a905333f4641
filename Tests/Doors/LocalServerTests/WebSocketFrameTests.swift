import Foundation
import TestSupport
import Testing

@testable import LocalServer

@Suite("LocalServer's web sockets", .hangLimit(minutes: 1))
struct WebSocketFrameTests {
    private func start(_ change: (inout ServerLimits) -> Void = { _ in }) async throws -> LocalServer {
        var limits = ServerLimits()
        change(&limits)
        return try await LocalServer.start(at: LocalServerAddress(port: 0), limits: limits, handler: RawHandler())
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

    /// Opens a web socket, sends frames, and returns what comes after the handshake until the server closes the connection.
    private func answer(to frames: [UInt8], from server: LocalServer) async throws -> [UInt8] {
        let connection = try RawConnection(to: server.address.port)
        return try await RawConnection.blocking {
            connection.send(Self.upgrade("/echo"))
            connection.readHead()
            connection.send(frames)
            return connection.read(.max)
        }
    }

    @Test func `a web socket joins fragments and answers pings`() async throws {
        let server = try await start()
        let connection = try RawConnection(to: server.address.port)
        let (head, frames) = try await RawConnection.blocking {
            connection.send(Self.upgrade("/echo"))
            let head = connection.readHead()
            connection.send(Self.frame(Array("ab".utf8), isLast: false))
            connection.send(Self.frame(Array("!".utf8), opcode: 9))
            connection.send(Self.frame(Array("c".utf8), opcode: 0))
            return (head, connection.read(8))
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

    private static let mask: [UInt8] = [1, 2, 3, 4]

    @Test(
        arguments: [
            ("no mask", [0x81, 1, 0x61], 1002), ("an extension's bit", [0xC1, 0x80] + mask, 1002),
            ("an unknown opcode", [0x83, 0x80] + mask, 1002), ("a ping in fragments", [0x09, 0x80] + mask, 1002),
            ("a ping of 126 bytes", [0x89, 0xFE, 0, 126] + mask, 1002),
            ("a fragment of nothing", [0x80, 0x80] + mask, 1002),
            ("a message in a message", [0x01, 0x80] + mask + [0x81, 0x80] + mask, 1002),
            ("a close code of one byte", [0x88, 0x81] + mask + [0], 1002),
            // 1005 ^ mask: a code that no frame may have.
            ("a close code that is only for programs", [0x88, 0x82] + mask + [0x03 ^ 1, 0xED ^ 2], 1002),
            ("a close reason that is not UTF-8", [0x88, 0x83] + mask + [0x03 ^ 1, 0xE8 ^ 2, 0xFF ^ 3], 1007),
            ("text that is not UTF-8", [0x81, 0x81] + mask + [0xFF], 1007),
            ("a length beyond the limit", [0x82, 0xFF, 0, 0, 1, 0, 0, 0, 0, 0], 1009),
            ("a length below zero", [0x82, 0xFF] + [UInt8](repeating: 0xFF, count: 8), 1009),
        ] as [(String, [UInt8], Int)])
    func `a frame that breaks the protocol closes the web socket, and the client gets the reason`(
        name: String, frame: [UInt8], code: Int
    ) async throws {
        let server = try await start()
        let bytes = try await answer(to: frame, from: server)
        #expect(bytes == [0x88, 2, UInt8(code >> 8), UInt8(code & 0xFF)], "\(name)")
    }

    @Test func `a mask is undone, and a client's close frame is answered with its own code`() async throws {
        let server = try await start()
        let masked = zip("hello".utf8, [1, 2, 3, 4, 1] as [UInt8]).map { $0 ^ $1 }
        let closing: [UInt8] = [0x88, 0x82] + Self.mask + [0x03 ^ 1, 0xE9 ^ 2]
        let connection = try RawConnection(to: server.address.port)
        let (echo, close) = try await RawConnection.blocking {
            connection.send(Self.upgrade("/echo"))
            connection.readHead()
            connection.send([0x81, 0x85] + Self.mask + masked)
            let echo = connection.read(7)
            connection.send(closing)
            return (echo, connection.read(.max))
        }
        #expect(echo == [0x81, 5] + Array("hello".utf8))
        #expect(close == [0x88, 2, 0x03, 0xE9])
    }

    @Test(arguments: [125, 126, 65_535, 65_536, 1 << 20])
    func `a message of any length comes back`(count: Int) async throws {
        let server = try await start()
        let connection = try RawConnection(to: server.address.port)
        let echo = try await RawConnection.blocking {
            connection.send(Self.upgrade("/echo"))
            connection.readHead()
            connection.send(Self.frame([UInt8](repeating: 0x61, count: count)))
            return connection.read(count < 126 ? 2 + count : count < 65_536 ? 4 + count : 10 + count)
        }
        #expect(echo.suffix(count) == ArraySlice([UInt8](repeating: 0x61, count: count)))
        #expect(echo.dropLast(count).dropFirst(2).reduce(0) { $0 << 8 | Int($1) } == (count < 126 ? 0 : count))
    }

    @Test func `the server reads no more pings of a client that reads no answers`() async throws {
        let server = try await start()
        let connection = try RawConnection(to: server.address.port)
        let ping: [UInt8] = [0x89, 0xFD] + Self.mask + [UInt8](repeating: 0x61, count: 125)
        let sent = try await RawConnection.blocking {
            connection.send(Self.upgrade("/echo"))
            connection.readHead()
            return connection.sendUntilFull(ping, atMost: 64 << 20)
        }
        #expect(sent < 64 << 20)
        #expect(try await RawClient.send("/a", headers: ["Host: localhost"], to: server.address.port).status == 200)
    }
}
