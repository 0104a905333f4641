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

    @Test func `the bytes of a body are read only once`() async throws {
        let body = BodyStream(Data("once".utf8))
        #expect(try await body.collect() == Data("once".utf8))
        #expect(try await body.collect().isEmpty)
        #expect(body.takeBytes() == Data())
    }

    @Test func `takeBytes returns a body in memory whole, and nil for a body in pieces`() {
        #expect(BodyStream(Data("whole".utf8)).takeBytes() == Data("whole".utf8))
        #expect(BodyStream(next: { nil }).takeBytes() == nil)
    }

    @Test func `leaving a loop over a body early cancels its source`() async throws {
        let source = Source()
        let body = source.body()
        for try await piece in body {
            #expect(piece == Data("piece".utf8))
            break
        }
        #expect(source.cancelCount == 1)
        withExtendedLifetime(body) {}
    }

    @Test func `a body that is released unread cancels its source once`() async throws {
        let source = Source()
        do { _ = source.body() }
        #expect(source.cancelCount == 1)
    }

    @Test func `a body that is read to its end cancels its source once`() async throws {
        let source = Source()
        #expect(try await source.body().collect().count == 15)
        #expect(source.cancelCount == 1)
    }

    @Test func `collect reads on where next has left the body`() async throws {
        let body = Source().body()
        #expect(try await body.next() != nil)
        #expect(try await body.collect().count == 10)
    }

    @Test func `collect throws when the body exceeds its limit`() async throws {
        await #expect(throws: URLError(.dataLengthExceedsMaximum)) { try await Source().body().collect(upTo: 14) }
    }
}
