import Foundation
import HTTPMessages
import ServiceWorkers

/// A body that a realm reads piece by piece. Main actor only.
@MainActor
final class HeldBody {
    /// The largest piece, in bytes.
    private static let largestPiece = 1 << 20

    /// The id of the realm that reads.
    let realm: String
    let key: StorageKey
    private let body: BodyStream
    /// The bytes that the realm still expects; nil where the end says how many there were.
    private var expected: Int?
    /// The rest of a piece that was too large.
    private var rest: Data?
    private var reading: Task<Data?, any Error>?

    init(_ body: BodyStream, size: Int?, of realm: Realm) {
        self.body = body
        expected = size
        self.realm = realm.id
        key = realm.storageKey
    }

    /// Whether all the bytes that the realm expects have been read.
    var isOver: Bool { expected.map { $0 <= 0 } ?? false }

    /// Returns the next piece, or nil at the end.
    ///
    /// - Throws: what reading throws; `URLError(.cannotLoadFromNetwork)` while another piece is being read.
    func next() async throws -> Data? {
        guard reading == nil else { throw URLError(.cannotLoadFromNetwork) }
        var next = takeRest()
        if next == nil { next = try await read() }
        guard var piece = next else { return nil }
        if piece.count > Self.largestPiece {
            rest = piece.dropFirst(Self.largestPiece)
            piece = piece.prefix(Self.largestPiece)
        }
        if let expected { self.expected = expected - piece.count }
        return piece
    }

    /// Stops a read that is under way.
    func drop() {
        rest = nil
        reading?.cancel()
    }

    private func takeRest() -> Data? {
        defer { rest = nil }
        return rest
    }

    private func read() async throws -> Data? {
        let reading = Task.immediate { [body] in try await body.next() }
        self.reading = reading
        defer { self.reading = nil }
        return try await reading.value
    }
}
