import Foundation

/// A large body on its way from a realm: pieces, taken one at a time. Main actor only.
///
/// WebKit holds the body of a scheme request several times in memory. So the runtime posts a large body piece by piece, and names the
/// upload in the request's mark. A piece is answered after the reader has taken it: a page is never far ahead of the reader.
@MainActor
final class Upload {
    /// The most pieces that may wait to be taken. The runtime sends one piece after the other.
    private static let mostWaiting = 4

    let id: String
    private var offers: [(piece: Data, isLast: Bool, taken: CheckedContinuation<Bool, Never>)] = []
    private var reader: CheckedContinuation<Void, Never>?
    private var isOver = false
    private var isDropped = false

    init(id: String) { self.id = id }

    /// Whether as many pieces wait as may.
    var isFull: Bool { offers.count >= Self.mostWaiting }

    /// Waits until the piece is taken. Returns false when the upload was dropped.
    func offer(_ piece: Data, isLast: Bool) async -> Bool {
        guard !isDropped else { return false }
        return await withCheckedContinuation { continuation in
            offers.append((piece, isLast, continuation))
            wakeReader()
        }
    }

    /// Returns the next piece, or nil after the last one.
    ///
    /// - Throws: `URLError(.networkConnectionLost)` when the page went away in between.
    func next() async throws -> Data? {
        while true {
            if isOver { return nil }
            if isDropped { throw URLError(.networkConnectionLost) }
            if !offers.isEmpty { break }
            await withCheckedContinuation { reader = $0 }
        }
        let offer = offers.removeFirst()
        isOver = offer.isLast
        offer.taken.resume(returning: true)
        return offer.piece.isEmpty ? try await next() : offer.piece
    }

    func drop() {
        isDropped = true
        for offer in offers { offer.taken.resume(returning: false) }
        offers = []
        wakeReader()
    }

    private func wakeReader() {
        reader?.resume()
        reader = nil
    }
}
