import Foundation
import ServiceWorker
import Testing

@testable import SWWebView

@MainActor @Suite(.timeLimit(.minutes(1)))
struct PulledBodiesTests {
    let bodies = PulledBodies()

    @Test func aBodyComesInPiecesAndIsGone() async throws {
        let number = bodies.keep(BodyStream(Data(count: 3 << 19)))
        #expect(try await bodies.next(number)?.count == 1 << 20)
        #expect(try await bodies.next(number)?.count == 1 << 19)
        #expect(try await bodies.next(number) == nil)
        await #expect(throws: URLError.self) { try await bodies.next(number) }
    }

    @Test func whatWasDroppedIsNotWhole() async throws {
        let number = bodies.keep(BodyStream(Data(count: 3 << 20)))
        _ = try await bodies.next(number)
        bodies.drop(number)
        await #expect(throws: URLError.self) { try await bodies.next(number) }
    }

    @Test func aNumberIsTakenOnce() {
        #expect(bodies.keep(BodyStream(Data(count: 1)), as: -1))
        #expect(!bodies.keep(BodyStream(Data(count: 1)), as: -1))
    }
}
