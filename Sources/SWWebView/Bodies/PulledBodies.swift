import Foundation
import HTTPMessages
import ServiceWorker

/// Bodies of responses that a frame reads piece by piece, as its scripts read them. Main actor only.
@MainActor
final class PulledBodies {
    private static let largestPiece = 1 << 20

    private var bodies: [Int: BodyStream] = [:]
    /// The rests of pieces that were too large, by the body's number.
    private var rests: [Int: Data] = [:]
    /// The reads under way, by the body's number.
    private var reads: [Int: Task<Data?, any Error>] = [:]
    private var count = 0

    /// - Returns: the number of the body, which the frame asks for pieces with.
    func keep(_ body: BodyStream) -> Int {
        count += 1
        bodies[count] = body
        return count
    }

    /// Keeps a body under a number that the frame chose, below 0. Returns false when the number is taken.
    func keep(_ body: BodyStream, as number: Int) -> Bool {
        guard bodies[number] == nil else { return false }
        bodies[number] = body
        return true
    }

    /// Returns the next piece, or nil at the end. A body that was dropped, as by the back-forward cache, throws.
    ///
    /// - Throws: the body's own error; `URLError(.networkConnectionLost)` for a body that is not there.
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

    /// Drops every body of a frame that has gone.
    func dropAll() {
        for number in bodies.keys { drop(number) }
    }

    /// Drops a body that will not be read on.
    func drop(_ number: Int) {
        bodies[number] = nil
        rests[number] = nil
        reads[number]?.cancel()
    }
}
