import Foundation
import HTTPMessages
import ServiceWorkers
import TestSupport
import Testing
import WebKit

@testable import SWWebView

@MainActor @Suite(.hangLimit(minutes: 1))
struct BodyRegistryTests {
    let bodies = BodyRegistry()
    let realm = BodyRegistryTests.realm("a", "sw://app.example")

    private static func realm(_ id: String, _ origin: String) -> Realm {
        Realm(id: id, kind: .sharedWorkerPage, storageKey: StorageKey(rawValue: origin))
    }

    // MARK: To realms

    @Test func `a body is read in pieces of up to 1 MiB and is gone after its end`() async throws {
        let id = try bodies.keep(BodyStream(Data(count: 3 << 19)), for: realm)
        #expect(try await bodies.next(id, for: realm)?.count == 1 << 20)
        #expect(try await bodies.next(id, for: realm)?.count == 1 << 19)
        #expect(try await bodies.next(id, for: realm) == nil)
        await #expect(throws: URLError.self) { try await bodies.next(id, for: realm) }
    }

    @Test func `a body of a known size is gone with its last piece`() async throws {
        let id = try bodies.keep(BodyStream(Data(count: 9)), size: 9, for: realm)
        #expect(try await bodies.next(id, for: realm)?.count == 9)
        await #expect(throws: URLError.self) { try await bodies.next(id, for: realm) }
    }

    @Test func `reading on in a body that was dropped throws`() async throws {
        let id = try bodies.keep(BodyStream(Data(count: 3 << 20)), for: realm)
        _ = try await bodies.next(id, for: realm)
        bodies.drop(id, of: realm)
        await #expect(throws: URLError.self) { try await bodies.next(id, for: realm) }
    }

    @Test func `a second body of the same name is not kept`() {
        #expect(bodies.keep(BodyStream(Data(count: 1)), as: "x", for: realm))
        #expect(!bodies.keep(BodyStream(Data(count: 1)), as: "x", for: realm))
    }

    @Test func `another realm neither reads nor drops a body`() async throws {
        let other = Self.realm("b", "sw://app.example")
        let id = try bodies.keep(BodyStream(Data(count: 1)), for: realm)
        await #expect(throws: URLError.self) { try await bodies.next(id, for: other) }
        bodies.drop(id, of: other)
        bodies.dropAll(of: other)
        #expect(try await bodies.next(id, for: realm)?.count == 1)
    }

    @Test func `a realm has a thousand bodies at most`() throws {
        for _ in 0..<1000 { _ = try bodies.keep(.empty, for: realm) }
        #expect(throws: CommandFailure.self) { try bodies.keep(.empty, for: realm) }
        bodies.dropAll(of: realm)
        _ = try bodies.keep(.empty, for: realm)
    }

    @Test func `keeping a body for a realm that has ended throws`() {
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

    @Test func `a GET of a body is answered with its pieces at the origin of its realm only`() async throws {
        let id = try bodies.keep(BodyStream(Data("ab".utf8)), for: realm)
        #expect(try await answer("GET", "sw://other.example/___body___?id=\(id)").0 == 410)
        #expect(try await answer("GET", "sw://app.example/___body___?id=\(id)") == (200, Data("ab".utf8)))
        #expect(try await answer("GET", "sw://app.example/___body___?id=\(id)").0 == 204)
        #expect(try await answer("GET", "sw://app.example/___body___?id=\(id)").0 == 410)
        #expect(try await answer("GET", "sw://app.example/___body___").0 == 400)
        #expect(try await answer("PUT", "sw://app.example/___body___?id=\(id)").0 == 405)
    }

    @Test(arguments: [0, BodyRegistry.inlineLimit, BodyRegistry.inlineLimit + 1])
    func `a body up to the inline limit goes with its message, and a longer one in pieces`(size: Int) async throws {
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

    @Test func `shared bytes are read in pieces, more than once, until their realm drops them`() async throws {
        let bytes = Data((0..<3 << 19).map { UInt8(truncatingIfNeeded: $0 >> 8) })
        let id = bodies.share(bytes, with: realm)
        let path = "sw://app.example/___body___?id=\(id)&at="
        for _ in 1...2 {
            #expect(try await answer("GET", path + "0") == (200, bytes.prefix(1 << 20)))
            #expect(try await answer("GET", path + "\(1 << 20)") == (200, bytes.dropFirst(1 << 20)))
        }
        bodies.drop(id, of: Self.realm("b", "sw://app.example"))
        #expect(try await answer("GET", path + "0").0 == 200, "another realm drops nothing")
        bodies.drop(id, of: realm)
        #expect(try await answer("GET", path + "0").0 == 410)
    }

    @Test(arguments: ["-1", "1.5", "3", "9999999999999999999999", "", "x", "0x1"])
    func `a piece of shared bytes begins within them`(start: String) async throws {
        let id = bodies.share(Data(count: 3), with: realm)
        #expect(try await answer("GET", "sw://app.example/___body___?id=\(id)&at=\(start)").0 == 410)
    }

    @Test func `shared bytes are another origin's never, and go with their realm`() async throws {
        let id = bodies.share(Data(count: 3), with: realm)
        #expect(try await answer("GET", "sw://other.example/___body___?id=\(id)&at=0").0 == 410)
        bodies.dropAll(of: realm)
        #expect(try await answer("GET", "sw://app.example/___body___?id=\(id)&at=0").0 == 410)
        realm.end()
        let late = bodies.share(Data(count: 3), with: realm)
        #expect(try await answer("GET", "sw://app.example/___body___?id=\(late)&at=0").0 == 410)
    }

    @Test func `the oldest shared bytes go where a realm has more than a stream keeps`() async throws {
        let half = Data(count: KeptEvents.mostBytes / 2)
        let ids = [
            bodies.share(half, with: realm), bodies.share(half, with: realm), bodies.share(Data(count: 1), with: realm),
        ]
        let status: @MainActor (String) async throws -> Int = { id in
            try await answer("GET", "sw://app.example/___body___?id=\(id)&at=0").0
        }
        #expect(try await status(ids[0]) == 410)
        #expect(try await status(ids[1]) == 200)
        #expect(try await status(ids[2]) == 200)
    }

    /// A channel that carries bytes.
    private final class Channel: RealmChannel {
        let carriesBytes = true
        func reply(to promiseIndex: Int, json: UnsafeRawBufferPointer, bytes: Data) {}
        func reply(to promiseIndex: Int, failure: CommandFailure) {}
        func send(event: String, json: String, bytes: Data) {}
    }

    /// Parts of a body, given one by one.
    private actor PartBox {
        private var parts: [Data]
        init(_ parts: [Data]) { self.parts = parts.filter { !$0.isEmpty } }
        func next() -> Data? { parts.isEmpty ? nil : parts.removeFirst() }
    }

    @Test func `a body that fails within the read limit gives its first piece before the failure`() async throws {
        let parts = PartBox([Data("a".utf8)])
        let body = await BodyStream(next: {
            guard let part = await parts.next() else { throw URLError(.badServerResponse) }
            return part
        }).read(upTo: 9)
        #expect(try await body.next() == Data("a".utf8))
        await #expect(throws: URLError(.badServerResponse)) { try await body.next() }
    }

    // MARK: From realms

    @Test func `a body that a realm pushes is read whole, and each piece is answered when it is read`() async throws {
        var taken: [Bool] = []
        let body = try #require(bodies.body("a", from: realm) { Issue.record("The body was read") })
        bodies.push(Data("x".utf8), to: "a", isLast: false, from: realm) { taken.append($0) }
        bodies.push(Data("y".utf8), to: "a", isLast: true, from: realm) { taken.append($0) }
        #expect(taken.isEmpty, "a piece is answered when it is read")
        #expect(try await body.collect() == Data("xy".utf8))
        #expect(taken == [true, true])
        #expect(bodies.body("a", from: realm) {} == nil, "a name is used once")
    }

    @Test func `no other realm and no request reaches a body that a realm pushes`() async throws {
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

    @Test func `reading a body throws when its realm has gone or has failed the body`() async throws {
        let body = try #require(bodies.body("a", from: realm) {})
        bodies.dropAll(of: realm)
        await #expect(throws: URLError(.networkConnectionLost)) { try await body.next() }
        let failing = try #require(bodies.body("b", from: realm) {})
        bodies.fail("b", "broken", from: realm)
        await #expect(throws: WorkerBodyError.self) { try await failing.next() }
    }

    @Test func `a body that has come whole outlives the realm that sent it`() async throws {
        let body = try #require(bodies.body("a", from: realm) {})
        bodies.push(Data("x".utf8), to: "a", isLast: false, from: realm) { _ in }
        bodies.push(Data("y".utf8), to: "a", isLast: true, from: realm) { _ in }
        bodies.dropAll(of: realm)
        #expect(try await body.collect() == Data("xy".utf8))
    }

    @Test func `a body name of more than 64 characters is refused`() async throws {
        let name = String(repeating: "n", count: 65)
        #expect(bodies.body(name, from: realm) {} == nil)
        let claimed = bodies.claim(name)
        await #expect(throws: URLError.self) { try await claimed.next() }
    }

    @Test func `a realm is told when nobody reads its body, and its pieces are refused`() async throws {
        await withCheckedContinuation { continuation in
            _ = bodies.body("a", from: realm) { continuation.resume() }
        }
        var isTaken: Bool?
        bodies.push(Data("x".utf8), to: "a", isLast: true, from: realm) { isTaken = $0 }
        #expect(isTaken == false)
    }

    @Test func `claim returns the same upload for the same name`() {
        let first = bodies.claim("a")
        #expect(first.id == "a")
        #expect(bodies.claim("a") === first)
        #expect(bodies.claim("b") !== first)
    }

    @Test func `a piece that is pushed before its request has come waits for it`() async throws {
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

    @Test func `an upload over a channel takes pieces from its own realm only, and fails with it`() async throws {
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

    @Test func `reading an upload throws when its stream has failed, also before the claim`() async throws {
        let upload = bodies.claim("a")
        bodies.fail("a", "broken", from: realm)
        await #expect(throws: WorkerBodyError.self) { try await upload.next() }
        bodies.fail("b", "broken before its request has come", from: realm)
        let late = bodies.claim("b")
        await #expect(throws: URLError.self) { try await late.next() }
    }

    @Test func `the hundred and first unclaimed upload of a realm is refused`() async {
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

    @Test func `the POST of a piece is answered with 204 once the piece is read, and not before`() async throws {
        func post(to id: String) async throws -> Int {
            let url = "sw://app.example/___body___?id=\(id)&last"
            return try await answer("POST", url, body: BodyStream(Data("x".utf8))).0
        }
        let upload = bodies.claim("a")
        var status: Int?
        let posted = Task { status = try await post(to: "a") }
        while !upload.isWhole {
            try Task.checkCancellation()
            await Task.yield()
        }
        // A later POST goes the whole way meanwhile: its piece has a reader.
        let other = bodies.claim("b")
        let reader = Task.immediate { @MainActor in try await other.next() }
        #expect(try await post(to: "b") == 204)
        #expect(try await reader.value == Data("x".utf8))
        #expect(status == nil, "the piece is answered before it is read")
        #expect(try await upload.next() == Data("x".utf8))
        try await posted.value
        #expect(status == 204)
        #expect(try await upload.next() == nil)
    }

    @Test func `pieces of an upload that was released are refused`() async throws {
        let upload = bodies.claim("a")
        let sender = Task.immediate { @MainActor in await upload.offer(Data("a".utf8), isLast: false) }
        bodies.release(upload)
        #expect(await sender.value == false)
        let late = bodies.claim("a")
        #expect(
            await late.offer(Data("b".utf8), isLast: true) == false, "a piece that comes late must not wait for ever")
    }
}
