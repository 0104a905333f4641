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

    @Test func nothingIsKeptForARealmThatHasGone() {
        realm.end()
        bodies.dropAll(of: realm)
        #expect(throws: CommandFailure.self) { try bodies.keep(.empty, for: realm) }
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

    @Test(arguments: [0, BodyRegistry.inlineLimit, BodyRegistry.inlineLimit + 1])
    func onlyAShortBodyGoesWithAMessage(size: Int) async throws {
        let channel = Channel()
        let data = Data(repeating: 7, count: size)
        let parts = PartBox([data.prefix(size / 2), data.dropFirst(size / 2)])
        let body = await BodyStream(next: { await parts.next() }).read(upTo: BodyRegistry.inlineLimit)
        switch try bodies.carry(body, to: realm, over: channel) {
        case .bytes(let bytes): #expect(bytes == data && size <= BodyRegistry.inlineLimit)
        case .pieces(let name):
            #expect(size > BodyRegistry.inlineLimit)
            #expect(try await bodies.next(name, for: realm) == data)
            #expect(try await bodies.next(name, for: realm) == nil)
        case .absent: Issue.record("The body is lost")
        }
        guard case .absent = try bodies.carry(nil, to: realm, over: channel) else { throw URLError(.unknown) }
        guard case .pieces = try bodies.carry(BodyStream(data), to: realm, over: nil) else { throw URLError(.unknown) }
    }

    /// A channel that carries bytes.
    private final class Channel: RealmChannel {
        let carriesBytes = true
        func reply(to promiseIndex: Int, json: UnsafeRawBufferPointer, bytes: Data) {}
        func reply(to promiseIndex: Int, failure: CommandFailure) {}
        func send(event: String, json: String) {}
    }

    /// Parts of a body, given one by one.
    private actor PartBox {
        private var parts: [Data]
        init(_ parts: [Data]) { self.parts = parts.filter { !$0.isEmpty } }
        func next() -> Data? { parts.isEmpty ? nil : parts.removeFirst() }
    }

    @Test func aBodyThatFailsAtItsStartFailsInPieces() async throws {
        let parts = PartBox([Data("a".utf8)])
        let body = await BodyStream(next: {
            guard let part = await parts.next() else { throw URLError(.badServerResponse) }
            return part
        }).read(upTo: 9)
        #expect(try await body.next() == Data("a".utf8))
        await #expect(throws: URLError(.badServerResponse)) { try await body.next() }
    }

    // MARK: From realms

    @Test func aRealmPushesABodyOverItsChannel() async throws {
        var taken: [Bool] = []
        let body = try #require(bodies.body("a", from: realm) { Issue.record("The body was read") })
        bodies.push(Data("x".utf8), to: "a", isLast: false, from: realm) { taken.append($0) }
        bodies.push(Data("y".utf8), to: "a", isLast: true, from: realm) { taken.append($0) }
        #expect(taken.isEmpty, "a piece is answered when it is read")
        #expect(try await body.collect() == Data("xy".utf8))
        #expect(taken == [true, true])
        #expect(bodies.body("a", from: realm) {} == nil, "a name is used once")
    }

    @Test func anotherRealmCannotReachABodyThatARealmPushes() async throws {
        let other = Self.realm("b", "sw://app.example")
        let body = try #require(bodies.body("a", from: realm) { Issue.record("The body was read") })
        var isTaken: Bool?
        bodies.push(Data("z".utf8), to: "a", isLast: true, from: other) { isTaken = $0 }
        #expect(isTaken == false)
        bodies.fail("a", "foreign", from: other)
        bodies.dropAll(of: other)
        let claimed = bodies.claim("a")
        await #expect(throws: URLError.self) { try await claimed.next() }
        bodies.release(claimed)
        let url = "sw://app.example/___body___?id=a&last"
        #expect(try await answer("POST", url, body: BodyStream(Data("z".utf8))).0 == 410)
        #expect(try await answer("GET", url).0 == 410)
        bodies.abandon(try #require(URL(string: url)))
        bodies.push(Data("x".utf8), to: "a", isLast: true, from: realm) { _ in }
        #expect(try await body.collect() == Data("x".utf8))
    }

    @Test func aBodyEndsWithTheRealmThatSendsIt() async throws {
        let body = try #require(bodies.body("a", from: realm) {})
        bodies.dropAll(of: realm)
        await #expect(throws: URLError(.networkConnectionLost)) { try await body.next() }
        let failing = try #require(bodies.body("b", from: realm) {})
        bodies.fail("b", "broken", from: realm)
        await #expect(throws: WorkerBodyError.self) { try await failing.next() }
    }

    @Test func aWholeBodyOutlivesTheRealmThatSentIt() async throws {
        let body = try #require(bodies.body("a", from: realm) {})
        bodies.push(Data("x".utf8), to: "a", isLast: false, from: realm) { _ in }
        bodies.push(Data("y".utf8), to: "a", isLast: true, from: realm) { _ in }
        bodies.dropAll(of: realm)
        #expect(try await body.collect() == Data("xy".utf8))
    }

    @Test func aNameIsShort() async throws {
        let name = String(repeating: "n", count: 65)
        #expect(bodies.body(name, from: realm) {} == nil)
        let claimed = bodies.claim(name)
        await #expect(throws: URLError.self) { try await claimed.next() }
    }

    @Test func aRealmLearnsThatNobodyReadsItsBody() async throws {
        await withCheckedContinuation { continuation in
            _ = bodies.body("a", from: realm) { continuation.resume() }
        }
        var isTaken: Bool?
        bodies.push(Data("x".utf8), to: "a", isLast: true, from: realm) { isTaken = $0 }
        #expect(isTaken == false)
    }

    @Test func anUploadIsKnownByItsName() {
        let first = bodies.claim("a")
        #expect(first.id == "a")
        #expect(bodies.claim("a") === first)
        #expect(bodies.claim("b") !== first)
    }

    @Test func piecesOfARequestMayComeOverTheChannelBeforeIt() async throws {
        var taken: [Bool] = []
        bodies.push(Data("x".utf8), to: "a", isLast: false, from: realm) { taken.append($0) }
        let upload = bodies.claim("a")
        #expect(try await upload.next() == Data("x".utf8))
        bodies.push(Data("y".utf8), to: "a", isLast: true, from: realm) { taken.append($0) }
        #expect(try await upload.next() == Data("y".utf8))
        #expect(try await upload.next() == nil)
        #expect(taken == [true, true])
        bodies.release(upload)
        bodies.push(Data("z".utf8), to: "a", isLast: true, from: realm) { taken.append($0) }
        #expect(taken == [true, true, false])
    }

    @Test func anUploadOverAChannelIsItsRealmsAlone() async throws {
        let other = Self.realm("b", "sw://app.example")
        let upload = bodies.claim("a")
        bodies.push(Data("x".utf8), to: "a", isLast: false, from: realm) { _ in }
        var isTaken: Bool?
        bodies.push(Data("z".utf8), to: "a", isLast: true, from: other) { isTaken = $0 }
        #expect(isTaken == false)
        #expect(
            try await answer("POST", "sw://app.example/___body___?id=a", body: BodyStream(Data("z".utf8))).0 == 410)
        #expect(try await upload.next() == Data("x".utf8))
        bodies.dropAll(of: realm)
        await #expect(throws: URLError(.networkConnectionLost)) { try await upload.next() }
    }

    @Test func aRequestWhoseStreamHasFailedFails() async throws {
        let upload = bodies.claim("a")
        bodies.fail("a", "broken", from: realm)
        await #expect(throws: WorkerBodyError.self) { try await upload.next() }
        bodies.fail("b", "broken before its request has come", from: realm)
        let late = bodies.claim("b")
        await #expect(throws: URLError.self) { try await late.next() }
    }

    @Test func aRealmBeginsAHundredUploadsAtMost() async {
        var isTaken: Bool?
        for number in 0..<100 { bodies.push(Data(), to: "\(number)", isLast: false, from: realm) { _ in } }
        bodies.push(Data(), to: "100", isLast: false, from: realm) { isTaken = $0 }
        #expect(isTaken == false)
        let refused = bodies.claim("100")
        await #expect(throws: URLError.self, "the request must not wait for pieces") { try await refused.next() }
        bodies.dropAll(of: realm)
        isTaken = nil
        bodies.push(Data(), to: "101", isLast: false, from: realm) { isTaken = $0 }
        #expect(isTaken == nil, "the piece waits for its reader")
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
