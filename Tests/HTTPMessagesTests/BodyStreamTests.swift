import Foundation
import HTTPMessages
import Synchronization
import Testing

struct BodyStreamTests {
    /// A body of three pieces that counts its cancellations.
    private final class Source: Sendable {
        let cancels = Mutex(0)
        private let left = Mutex(3)

        func body() -> BodyStream {
            BodyStream(
                next: {
                    self.left.withLock { left in
                        guard left > 0 else { return nil }
                        left -= 1
                        return Data("piece".utf8)
                    }
                }, cancel: { self.cancels.withLock { $0 += 1 } })
        }

        var cancelCount: Int { cancels.withLock { $0 } }
    }

    @Test func bytesAreReadOnce() async throws {
        let body = BodyStream(Data("once".utf8))
        #expect(try await body.collect() == Data("once".utf8))
        #expect(try await body.collect().isEmpty)
        #expect(body.takeBytes() == Data())
    }

    @Test func bytesInMemoryAreTakenWhole() {
        #expect(BodyStream(Data("whole".utf8)).takeBytes() == Data("whole".utf8))
        #expect(BodyStream(next: { nil }).takeBytes() == nil)
    }

    @Test func aDroppedIteratorCancelsTheSource() async throws {
        let source = Source()
        let body = source.body()
        for try await piece in body {
            #expect(piece == Data("piece".utf8))
            break
        }
        #expect(source.cancelCount == 1)
        withExtendedLifetime(body) {}
    }

    @Test func anUnreadBodyCancelsItsSourceOnce() async throws {
        let source = Source()
        do { _ = source.body() }
        #expect(source.cancelCount == 1)
    }

    @Test func aBodyThatIsReadToItsEndCancelsItsSourceOnce() async throws {
        let source = Source()
        #expect(try await source.body().collect().count == 15)
        #expect(source.cancelCount == 1)
    }

    @Test func aBodyThatIsKeptIsReadOnWhereItWasLeft() async throws {
        let body = Source().body()
        #expect(try await body.next() != nil)
        #expect(try await body.collect().count == 10)
    }

    @Test func aBodyBeyondTheLimitIsRefused() async throws {
        await #expect(throws: URLError(.dataLengthExceedsMaximum)) { try await Source().body().collect(upTo: 14) }
    }
}
