import Foundation
import ServiceWorker

/// The body of a worker's response, as its pieces come. A piece is answered when it was taken. Main actor only.
@MainActor
final class ResponsePieces {
    private struct Offer {
        var piece: Data
        var isLast: Bool
        var taken: CheckedContinuation<Bool, Never>
    }

    /// The most pieces that a worker may have on their way.
    private static let most = 8

    private let cancelSource: @MainActor () -> Void
    private var offers: [Int: Offer] = [:]
    private var index = 0
    private var reader: CheckedContinuation<Void, Never>?
    private var failure: (any Error)?
    private var hasEnded = false
    private var isDropped = false

    /// Makes an empty body; `cancel` is called when nobody reads on.
    init(cancel: @escaping @MainActor () -> Void) { cancelSource = cancel }

    /// Whether no piece will be taken any more.
    var isOver: Bool { hasEnded || isDropped || failure != nil }

    /// The body, to be read once.
    var stream: BodyStream {
        BodyStream(
            next: { try await self.next() },
            cancel: { Task { @MainActor in self.drop() } })
    }

    /// Waits until the piece was taken; false when nobody wants it.
    func offer(_ piece: Data, index: Int, isLast: Bool) async -> Bool {
        guard !isOver, index >= self.index, offers[index] == nil, offers.count < Self.most else { return false }
        return await withCheckedContinuation { continuation in
            offers[index] = Offer(piece: piece, isLast: isLast, taken: continuation)
            wakeReader()
        }
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
                offer.taken.resume(returning: true)
                if !offer.piece.isEmpty { return offer.piece }
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
        for offer in lost { offer.taken.resume(returning: false) }
        wakeReader()
    }

    private func wakeReader() {
        reader?.resume()
        reader = nil
    }
}
