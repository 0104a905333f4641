import Foundation
import ServiceWorker

/// Bodies of responses that a frame brings in itself, piece by piece, as its scripts read them. Main actor only.
@MainActor
final class PulledBodies {
    private static let largestPiece = 1 << 20

    private var bodies: [Int: BodyStream] = [:]
    /// What is left of a piece that was too large.
    private var rests: [Int: Data] = [:]
    /// Pieces that are waited for.
    private var reads: [Int: Task<Data?, any Error>] = [:]
    private var count = 0

    /// - Returns: what the body is known by to the frame.
    func keep(_ body: BodyStream) -> Int {
        count += 1
        bodies[count] = body
        return count
    }

    /// Keeps a body under a number that the frame chose, below 0; false when there is one already.
    func keep(_ body: BodyStream, as number: Int) -> Bool {
        guard bodies[number] == nil else { return false }
        bodies[number] = body
        return true
    }

    /// The next piece; nil at the end. What was dropped, as by the back-forward cache, must not look whole.
    ///
    /// - Throws: what the body throws; `URLError(.networkConnectionLost)` for one that is not there.
    func next(_ number: Int) async throws -> Data? {
        guard let body = bodies[number] else { throw URLError(.networkConnectionLost) }
        do {
            var piece = rests.removeValue(forKey: number)
            if piece == nil {
                let read = Task.immediate { try await body.next() }
                reads[number] = read
                defer { reads[number] = nil }
                piece = try await read.value
            }
            guard let piece else {
                bodies[number] = nil
                return nil
            }
            if piece.count <= Self.largestPiece { return piece }
            rests[number] = piece.dropFirst(Self.largestPiece)
            return piece.prefix(Self.largestPiece)
        } catch {
            bodies[number] = nil
            throw error
        }
    }

    /// The frame has gone.
    func dropAll() {
        for number in bodies.keys { drop(number) }
    }

    /// Nobody will read on.
    func drop(_ number: Int) {
        bodies[number] = nil
        rests[number] = nil
        reads[number]?.cancel()
    }
}
