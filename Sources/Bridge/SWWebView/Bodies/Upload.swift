import Foundation

/// A large body on its way from a realm: pieces, each answered when the reader has taken it. Main actor only.
///
/// A sender is never far ahead of the reader. Pieces that wait for a slow one go to a file.
@MainActor
final class Upload {
    /// The most pieces that may wait to be taken.
    private static let mostWaiting = 4
    /// The largest piece, in bytes.
    static let largestPiece = 8 << 20

    private struct Offer {
        var piece: WaitingPieces.Piece
        var isLast: Bool
        var taken: @MainActor (Bool) -> Void
    }

    let id: String
    /// The id of the realm that sends the body over its channel; nil while none has.
    var sender: String?
    /// Whether a request or a command may take the body under its name. A service worker's response comes with the name itself.
    let isClaimable: Bool
    /// Whether a service worker was the first to ask for the latest piece. A page sees the progress of what the network reads.
    var isReadByWorker = false
    private let waiting: WaitingPieces
    private let abandoned: @MainActor () -> Void
    private var offers: [Offer] = []
    private var reader: CheckedContinuation<Void, Never>?
    /// How the body ended; nil while it goes on.
    private var end: Result<Void, any Error>?

    /// - Parameters:
    ///   - realm: the id of the realm that sends its response's body; nil for a request's.
    ///   - abandoned: called when the reader ends before the last piece.
    init(
        id: String, answerOf realm: String? = nil, in total: WaitingBytes = .shared,
        abandoned: @escaping @MainActor () -> Void = {}
    ) {
        self.id = id
        sender = realm
        isClaimable = realm == nil
        self.abandoned = abandoned
        waiting = WaitingPieces(of: total)
    }

    /// Whether all pieces have come, and wait or were read.
    var isWhole: Bool { offers.last?.isLast ?? (end != nil) }

    /// Whether as many pieces wait as may.
    var isFull: Bool { offers.count >= Self.mostWaiting }

    /// Keeps a piece until it is read. Where there is no room for it, the body fails.
    ///
    /// - Parameter taken: called with whether more are wanted, at once when the piece is not wanted.
    func offer(_ piece: Data, isLast: Bool, taken: @escaping @MainActor (Bool) -> Void) {
        guard end == nil, !isFull, piece.count <= Self.largestPiece else { return taken(false) }
        do {
            offers.append(Offer(piece: try waiting.keep(piece), isLast: isLast, taken: taken))
            wakeReader()
        } catch {
            fail(error)
            taken(false)
        }
    }

    /// Returns the next piece, or nil after the last one. A reader whose task is cancelled drops the body.
    ///
    /// - Throws: `URLError(.networkConnectionLost)` when the sender or the reader has gone; the sender's error after its last piece.
    func next() async throws -> Data? {
        while true {
            if !offers.isEmpty {
                let offer = offers.removeFirst()
                if offer.isLast { settle(.success(())) }
                defer { offer.taken(end == nil || offer.isLast) }
                let piece = try waiting.take(offer.piece)
                if !piece.isEmpty { return piece }
            } else if let end {
                try end.get()
                return nil
            } else {
                guard reader == nil else { throw URLError(.cannotLoadFromNetwork) }
                await withTaskCancellationHandler {
                    await withCheckedContinuation { reader = $0 }
                } onCancel: {
                    Task { @MainActor in self.drop() }
                }
            }
        }
    }

    /// Ends the body at once: its reader has gone, or the request that reads it is over.
    func drop() {
        let lost = offers
        offers = []
        for offer in lost {
            waiting.release(offer.piece)
            offer.taken(false)
        }
        guard end == nil else { return }
        fail(URLError(.networkConnectionLost))
        abandoned()
    }

    /// Ends the body after the pieces that wait: its sender has failed, or is gone.
    func fail(_ error: any Error) { settle(.failure(error)) }

    private func settle(_ outcome: Result<Void, any Error>) {
        if end == nil { end = outcome }
        wakeReader()
    }

    private func wakeReader() {
        reader?.resume()
        reader = nil
    }
}
