import Foundation
import HTTPMessages
import ServiceWorker

/// The body of a worker's response, as its pieces come. A piece is answered when it was taken. Main actor only.
@MainActor
final class ResponsePieces {
    private struct Offer {
        var piece: WaitingPieces.Piece
        var isLast: Bool
        var taken: CheckedContinuation<Bool, Never>?
    }

    /// The most pieces that a worker may have on their way.
    private static let most = 8
    /// The largest piece, in bytes.
    private static let largest = 8 << 20

    private let cancelSource: @MainActor () -> Void
    private let waiting: WaitingPieces
    private var offers: [Int: Offer] = [:]
    private var index = 0
    private var reader: CheckedContinuation<Void, Never>?
    private var failure: (any Error)?
    private var hasEnded = false
    private var isDropped = false

    /// Makes an empty body; `cancel` is called when nobody reads on.
    init(in total: WaitingBytes = .shared, cancel: @escaping @MainActor () -> Void) {
        waiting = WaitingPieces(of: total)
        cancelSource = cancel
    }

    /// Whether no piece will be taken any more.
    var isOver: Bool { hasEnded || isDropped || failure != nil }

    /// The stream of the body, to be read once.
    var stream: BodyStream {
        BodyStream(
            next: { try await self.next() },
            cancel: { Task { @MainActor in self.drop() } })
    }

    /// Keeps a piece until it is read. Where there is no room for it, the body fails. The caller lets go of the bytes before it
    /// waits for the reader.
    ///
    /// - Returns: false for a piece that nobody wants.
    func keep(_ bytes: Data, index: Int, isLast: Bool) -> Bool {
        guard !isOver, index >= self.index, offers[index] == nil, offers.count < Self.most, bytes.count <= Self.largest
        else { return false }
        do {
            offers[index] = Offer(piece: try waiting.keep(bytes), isLast: isLast)
        } catch {
            fail(error)
            return false
        }
        wakeReader()
        return true
    }

    /// Waits until a piece that was just kept is read. Returns false for one that nobody wants.
    func isTaken(_ index: Int) async -> Bool {
        guard offers[index] != nil else { return false }
        return await withCheckedContinuation { offers[index]?.taken = $0 }
    }

    /// The worker failed in the middle, or is gone.
    func fail(_ error: any Error) {
        guard !isOver else { return }
        failure = error
        release()
    }

    private func next() async throws -> Data? {
        while true {
            if let offer = offers.removeValue(forKey: index) {
                index += 1
                hasEnded = offer.isLast
                defer { offer.taken?.resume(returning: true) }
                let bytes = try waiting.take(offer.piece)
                if !bytes.isEmpty { return bytes }
            } else if let failure {
                throw failure
            } else if hasEnded || isDropped {
                return nil
            } else {
                await withTaskCancellationHandler {
                    await withCheckedContinuation { reader = $0 }
                } onCancel: {
                    Task { @MainActor in self.drop() }
                }
            }
        }
    }

    private func drop() {
        guard !isOver else { return }
        isDropped = true
        cancelSource()
        release()
    }

    private func release() {
        let lost = offers.values
        offers = [:]
        for offer in lost {
            waiting.release(offer.piece)
            offer.taken?.resume(returning: false)
        }
        wakeReader()
    }

    private func wakeReader() {
        reader?.resume()
        reader = nil
    }
}
