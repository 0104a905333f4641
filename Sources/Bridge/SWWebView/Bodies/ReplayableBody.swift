import Foundation
import HTTPMessages
import ServiceWorkers
import URLInterception

/// A request's body for a service worker, and whole again for the network when the worker gives no response.
///
/// What one of the two has read waits for the other, much of it in a file. Main actor only.
@MainActor
final class ReplayableBody {
    private enum Reader: Hashable {
        case worker
        case network
    }

    private let source: BodyStream
    private let upload: Upload?
    /// The pieces from `start` on, which a reader may still need.
    private var pieces: [WaitingPieces.Piece] = []
    private let waiting: WaitingPieces
    private var start = 0
    private var positions: [Reader: Int] = [.worker: 0, .network: 0]
    private var end: Result<Void, any Error>?
    private var reading: Task<Void, Never>?

    init(_ body: RequestBody, in total: WaitingBytes = .shared) {
        (source, upload) = (body.pieces, body.upload)
        waiting = WaitingPieces(of: total)
    }

    /// The body as the worker reads it, once.
    var forWorker: BodyStream {
        BodyStream(
            next: { try await self.next(.worker) }, cancel: { Task { @MainActor in self.leave(.worker) } })
    }

    /// The body as the network gets it, once.
    var forNetwork: RequestBody {
        RequestBody(
            BodyStream(
                next: { try await self.next(.network) }, cancel: { Task { @MainActor in self.leave(.network) } }))
    }

    /// Ends the network's reading: the worker has answered, so nothing is kept any more.
    func leaveNetwork() { leave(.network) }

    private func next(_ reader: Reader) async throws -> Data? {
        while let position = positions[reader] {
            if position - start < pieces.count {
                let piece = try waiting.bytes(of: pieces[position - start])
                positions[reader] = position + 1
                forget()
                return piece
            }
            if let end { try end.get(); return nil }
            if reading == nil {
                upload?.isReadByWorker = reader == .worker
                reading = Task { await readOn() }
            }
            await reading?.value
        }
        return nil
    }

    private func readOn() async {
        defer { reading = nil }
        do {
            if let piece = try await source.next() {
                pieces.append(try waiting.keep(piece))
            } else {
                end = .success(())
            }
        } catch {
            end = .failure(error)
        }
    }

    private func leave(_ reader: Reader) {
        positions[reader] = nil
        forget()
    }

    private func forget() {
        let needed = positions.values.min() ?? start + pieces.count
        let count = max(0, min(needed - start, pieces.count))
        for piece in pieces.prefix(count) { waiting.release(piece) }
        pieces.removeFirst(count)
        start = max(start, needed)
    }
}
