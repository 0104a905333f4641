import Foundation
import TestSupport
import Testing

@testable import URLInterception

@Suite(.hangLimit(minutes: 1))
struct BodySpoolTests {
    @Test func `memory stays below the high-water mark, and no byte is lost`() async throws {
        let spool = BodySpool(highWaterMark: 1000)
        let bytes = patterned(100_000)
        for start in stride(from: 0, to: bytes.count, by: 300) {
            try spool.append(bytes[start..<min(start + 300, bytes.count)])
            #expect(spool.waiting.inMemory <= 1000)
        }
        #expect(spool.waiting == (900, bytes.count - 900))
        spool.finish()
        var whole = Data()
        while let piece = try await spool.next() {
            #expect(piece.count <= 1000)
            whole.append(piece)
        }
        #expect(whole == bytes)
    }

    @Test func `bytes are kept in memory again once the file is read`() async throws {
        let spool = BodySpool(highWaterMark: 4)
        try spool.append(Data("abcdef".utf8))
        #expect(spool.waiting == (0, 6))
        #expect(try await spool.next() == Data("abcd".utf8))
        try spool.append(Data("gh".utf8))
        #expect(try await spool.next() == Data("efgh".utf8))
        try spool.append(Data("ij".utf8))
        #expect(spool.waiting == (2, 0))
        #expect(try await spool.next() == Data("ij".utf8))
    }

    @Test func `a reader that waits gets the bytes and then the end`() async throws {
        let spool = BodySpool(highWaterMark: 4)
        async let first = spool.next()
        try spool.append(Data("long enough".utf8))
        var text = String(decoding: try await first ?? Data(), as: UTF8.self)
        while text != "long enough" { text += String(decoding: try await spool.next() ?? Data(), as: UTF8.self) }
        async let last = spool.next()
        spool.finish()
        #expect(try await last == nil)
        #expect(try await spool.next() == nil)
    }

    @Test func `an error comes after the bytes before it, and later bytes are dropped`() async throws {
        let spool = BodySpool(highWaterMark: 4)
        try spool.append(Data("abc".utf8))
        spool.fail(URLError(.networkConnectionLost))
        try spool.append(Data("late".utf8))
        #expect(try await spool.next() == Data("abc".utf8))
        await #expect(throws: URLError(.networkConnectionLost)) { try await spool.next() }
    }

    @Test func `a cancelled body drops its bytes and throws instead of ending`() async throws {
        let spool = BodySpool(highWaterMark: 4)
        try spool.append(Data("abcdefgh".utf8))
        spool.finish()
        spool.cancel()
        #expect(spool.waiting == (0, 0))
        await #expect(throws: URLError(.cancelled)) { try await spool.next() }
    }
}
