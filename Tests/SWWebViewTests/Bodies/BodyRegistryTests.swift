import Foundation
import HTTPMessages
import ServiceWorkerContainer
import Testing
import WebKit

@testable import SWWebView

@MainActor @Suite(.timeLimit(.minutes(1)))
struct BodyRegistryTests {
    let bodies = BodyRegistry()
    let realm = BodyRegistryTests.realm("a", "sw://app.example")

    private static func realm(_ id: String, _ origin: String) -> Realm {
        Realm(id: id, kind: .sharedWorkerPage, storageKey: StorageKey(rawValue: origin))
    }

    // MARK: To realms

    @Test func aBodyComesInPiecesAndIsGone() async throws {
        let id = try bodies.keep(BodyStream(Data(count: 3 << 19)), for: realm)
        #expect(try await bodies.next(id, for: realm)?.count == 1 << 20)
        #expect(try await bodies.next(id, for: realm)?.count == 1 << 19)
        #expect(try await bodies.next(id, for: realm) == nil)
        await #expect(throws: URLError.self) { try await bodies.next(id, for: realm) }
    }

    @Test func aBodyOfAKnownSizeIsGoneWithItsLastPiece() async throws {
        let id = try bodies.keep(BodyStream(Data(count: 9)), size: 9, for: realm)
        #expect(try await bodies.next(id, for: realm)?.count == 9)
        await #expect(throws: URLError.self) { try await bodies.next(id, for: realm) }
    }

    @Test func whatWasDroppedIsNotWhole() async throws {
        let id = try bodies.keep(BodyStream(Data(count: 3 << 20)), for: realm)
        _ = try await bodies.next(id, for: realm)
        bodies.drop(id, of: realm)
        await #expect(throws: URLError.self) { try await bodies.next(id, for: realm) }
    }

    @Test func aNameIsTakenOnce() {
        #expect(bodies.keep(BodyStream(Data(count: 1)), as: "x", for: realm))
        #expect(!bodies.keep(BodyStream(Data(count: 1)), as: "x", for: realm))
    }

    @Test func anotherRealmNeitherReadsNorDropsABody() async throws {
        let other = Self.realm("b", "sw://app.example")
        let id = try bodies.keep(BodyStream(Data(count: 1)), for: realm)
        await #expect(throws: URLError.self) { try await bodies.next(id, for: other) }
        bodies.drop(id, of: other)
        bodies.dropAll(of: other)
        #expect(try await bodies.next(id, for: realm)?.count == 1)
    }

    @Test func aRealmHasAThousandBodiesAtMost() throws {
        for _ in 0..<1000 { _ = try bodies.keep(.empty, for: realm) }
        #expect(throws: CommandFailure.self) { try bodies.keep(.empty, for: realm) }
        bodies.dropAll(of: realm)
        _ = try bodies.keep(.empty, for: realm)
    }

    private func answer(_ method: String, _ text: String, body: BodyStream = .empty) async throws -> (Int, Data) {
        let url = try #require(URL(string: text))
        var request = URLRequest(url: url)
        request.httpMethod = method
        let resource = try await bodies.respond(to: request, url, body: body)
        return (resource.response.statusCode, try await resource.body.collect())
    }

    @Test func piecesAreRequestedAtThePathOfTheirOwnOrigin() async throws {
        let id = try bodies.keep(BodyStream(Data("ab".utf8)), for: realm)
        #expect(try await answer("GET", "sw://other.example/___body___?id=\(id)").0 == 410)
        #expect(try await answer("GET", "sw://app.example/___body___?id=\(id)") == (200, Data("ab".utf8)))
        #expect(try await answer("GET", "sw://app.example/___body___?id=\(id)").0 == 204)
        #expect(try await answer("GET", "sw://app.example/___body___?id=\(id)").0 == 410)
        #expect(try await answer("GET", "sw://app.example/___body___").0 == 400)
        #expect(try await answer("PUT", "sw://app.example/___body___?id=\(id)").0 == 405)
    }

    // MARK: From realms

    @Test func anUploadIsKnownByItsName() {
        let first = bodies.claim("a")
        #expect(first.id == "a")
        #expect(bodies.claim("a") === first)
        #expect(bodies.claim("b") !== first)
    }

    @Test func aPostedPieceIsAnsweredWhenItIsTaken() async throws {
        let upload = bodies.claim("a")
        async let posted = answer("POST", "sw://app.example/___body___?id=a&last", body: BodyStream(Data("x".utf8)))
        #expect(try await upload.next() == Data("x".utf8))
        #expect(try await posted.0 == 204)
        #expect(try await upload.next() == nil)
    }

    @Test func piecesAreRefusedAfterTheRequestIsOver() async throws {
        let upload = bodies.claim("a")
        let sender = Task.immediate { @MainActor in await upload.offer(Data("a".utf8), isLast: false) }
        bodies.release(upload)
        #expect(await sender.value == false)
        let late = bodies.claim("a")
        #expect(
            await late.offer(Data("b".utf8), isLast: true) == false, "a piece that comes late must not wait for ever")
    }
}
