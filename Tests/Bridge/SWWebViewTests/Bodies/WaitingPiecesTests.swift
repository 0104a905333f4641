import Foundation
import ServiceWorkers
import TestSupport
import Testing
import URLInterception

@testable import SWWebView

/// Bodies that wait for readers.
@MainActor @Suite(.hangLimit(minutes: 1))
struct WaitingPiecesTests {
    private nonisolated static func piece(_ number: Int, _ count: Int = 1 << 20) -> Data {
        Data(repeating: UInt8(truncatingIfNeeded: number), count: count)
    }

    @Test func `pieces beyond the memory limit wait in a file, and beyond the file limit are refused`() throws {
        let total = WaitingBytes(mostInMemory: 8, mostInFiles: 8)
        let pieces = WaitingPieces(memoryLimit: 4, of: total)
        let kept = try (1...3).map { try pieces.keep(Self.piece($0, 3)) }
        #expect(total.inMemory == 3 && total.inFiles == 6)
        #expect(throws: WaitingBytes.Full.self) { try pieces.keep(Self.piece(4, 3)) }
        #expect(try kept.map { try pieces.bytes(of: $0) } == (1...3).map { Self.piece($0, 3) })
        #expect(try pieces.take(kept[2]) == Self.piece(3, 3))
        pieces.release(kept[1])
        #expect(total.inMemory == 3 && total.inFiles == 0)
        #expect(try pieces.take(pieces.keep(Self.piece(5, 3))) == Self.piece(5, 3))
        pieces.release(kept[0])
        #expect(total.inMemory == 0 && total.inFiles == 0)
    }

    @Test func `releasing the pieces of a body gives back their room in memory and in files`() throws {
        let total = WaitingBytes(mostInMemory: 4, mostInFiles: 8)
        var pieces: WaitingPieces? = WaitingPieces(memoryLimit: 4, of: total)
        for number in 1...3 { _ = try pieces?.keep(Self.piece(number, 4)) }
        #expect(total.inMemory == 4 && total.inFiles == 8)
        pieces = nil
        #expect(total.inMemory == 0 && total.inFiles == 0)
    }

    /// The worker reads a request's body to its end, and then the network gets the whole.
    @Test func `a body that the worker reads before the network waits in a file`() async throws {
        let total = WaitingBytes(mostInMemory: 64 << 20, mostInFiles: 1 << 30)
        var count = 0
        let source = BodyStream(next: { @MainActor in
            count += 1
            return count <= 40 ? Self.piece(count) : nil
        })
        let body = ReplayableBody(RequestBody(source), in: total)
        let (worker, network) = (body.forWorker, body.forNetwork.pieces)
        var size = 0
        while let piece = try await worker.next() { size += piece.count }
        #expect(size == 40 << 20)
        #expect(total.inMemory <= 4 << 20)
        #expect(total.inMemory + total.inFiles == 40 << 20)
        for number in 1...40 { #expect(try await network.next() == Self.piece(number)) }
        #expect(try await network.next() == nil)
        #expect(total.inMemory == 0 && total.inFiles == 0)
    }

    @Test func `reading a body throws when the pieces for its other reader find no room`() async throws {
        let total = WaitingBytes(mostInMemory: 0, mostInFiles: 3 << 20)
        let body = ReplayableBody(RequestBody(BodyStream(next: { Self.piece(1) })), in: total)
        let network = body.forNetwork.pieces
        let worker = body.forWorker
        for _ in 1...3 { _ = try await worker.next() }
        await #expect(throws: WaitingBytes.Full.self) { try await worker.next() }
        withExtendedLifetime(network) {}
    }

    @Test func `answers that nobody reads are refused once memory and files are full`() async throws {
        let total = WaitingBytes(mostInMemory: 8 << 20, mostInFiles: 16 << 20)
        let bodies = (0..<64).map { Upload(id: "\($0)", in: total) }
        let offers = bodies.map { body in Task.immediate { await body.offer(Self.piece(7), isLast: true) } }
        #expect(total.inMemory == 8 << 20 && total.inFiles == 16 << 20)
        for body in bodies[..<24] { #expect(try await body.next() == Self.piece(7)) }
        for body in bodies[24...] {
            await #expect(throws: WaitingBytes.Full.self) { try await body.next() }
        }
        var taken: [Bool] = []
        for offer in offers { taken.append(await offer.value) }
        #expect(taken == Array(repeating: true, count: 24) + Array(repeating: false, count: 40))
        #expect(total.inMemory == 0 && total.inFiles == 0)
    }

    @Test func `an upload refuses a piece of more than 8 MiB`() async {
        #expect(await Upload(id: "u").offer(Data(count: 1 + 8 << 20), isLast: true) == false)
    }
}
