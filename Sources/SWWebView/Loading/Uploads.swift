import Foundation
import URLInterception
import WebKit

/// Large request bodies, which pages send in pieces.
///
/// WebKit holds the body of a scheme request several times in memory. So the runtime script posts a large one piece by piece
/// to a path of its own, and names it in the mark of the request it belongs to. A
/// piece is answered when it was taken, so that a page is never far ahead of whoever reads.
@MainActor
final class Uploads {
    /// Where pieces are posted, below every origin.
    nonisolated static let path = "/___upload___"
    /// The largest piece that is taken, in bytes.
    private static let largestPiece = 8 << 20

    /// How many uploads may be under way: a page could begin any number that no request ever takes.
    private static let mostUploads = 256
    /// How many pieces of an upload may wait to be taken. The runtime sends one after the other.
    private static let mostWaiting = 4
    /// The most bytes of all uploads' pieces that wait to be taken.
    private static let mostBytes = 256 << 20
    /// How many released uploads are remembered.
    private static let remembered = 256

    private var uploads: [String: Upload] = [:]
    private var released: [String] = []
    private var heldBytes = 0

    /// The upload that a request's mark names.
    func claim(_ id: String) -> Upload { upload(id) }

    /// Forgets an upload whose request is over. Pieces that still come are refused.
    func release(_ upload: Upload) {
        upload.drop()
        uploads[upload.id] = nil
        released.append(upload.id)
        if released.count > Self.remembered { released.removeFirst() }
    }

    /// Takes one piece; the answer's status says whether more are wanted.
    func receive(_ task: URLSchemeTask, _ url: URL) async throws -> LoadedResource {
        guard task.request.httpMethod == "POST" else { return try Self.answer(url, status: 405) }
        let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
        guard let id = items.first(where: { $0.name == "id" })?.value, !id.isEmpty else {
            return try Self.answer(url, status: 400)
        }
        guard uploads[id] != nil || uploads.count < Self.mostUploads else {
            return try Self.answer(url, status: 429)
        }
        let upload = upload(id)
        guard upload.waiting < Self.mostWaiting else { return try Self.answer(url, status: 429) }
        var piece = Data()
        defer { heldBytes -= piece.count }
        for try await chunk in task.bodyChunks() {
            piece.append(chunk)
            heldBytes += chunk.count
            guard piece.count <= Self.largestPiece else { return try Self.answer(url, status: 413) }
            guard heldBytes <= Self.mostBytes else { return try Self.answer(url, status: 429) }
        }
        guard upload.waiting < Self.mostWaiting else { return try Self.answer(url, status: 429) }
        let isLast = items.contains { $0.name == "last" }
        let isTaken = await upload.offer(piece, isLast: isLast)
        return try Self.answer(url, status: isTaken ? 204 : 410)
    }

    /// The page went away in the middle of a piece: its request fails.
    func abandon(_ url: URL) {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
        if let id = items.first(where: { $0.name == "id" })?.value, let upload = uploads[id] { release(upload) }
    }

    private func upload(_ id: String) -> Upload {
        if let known = uploads[id] { return known }
        let upload = Upload(id: id)
        if released.contains(id) { upload.drop() } else { uploads[id] = upload }
        return upload
    }

    private static func answer(_ url: URL, status: Int) throws -> LoadedResource {
        guard
            let response = HTTPURLResponse(
                url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: ["Content-Type": "text/plain"])
        else { throw URLError(.badServerResponse) }
        return LoadedResource(response: response, body: .empty)
    }
}

/// One large body on its way: pieces from the page, taken one at a time.
@MainActor
final class Upload {
    let id: String
    private var offers: [(piece: Data, isLast: Bool, taken: CheckedContinuation<Bool, Never>)] = []
    private var reader: CheckedContinuation<Void, Never>?
    private var isOver = false
    private var isDropped = false

    init(id: String) { self.id = id }

    /// How many pieces wait to be taken.
    var waiting: Int { offers.count }

    /// Waits until the piece was taken; false when nobody wants it.
    func offer(_ piece: Data, isLast: Bool) async -> Bool {
        guard !isDropped else { return false }
        return await withCheckedContinuation { continuation in
            offers.append((piece, isLast, continuation))
            wakeReader()
        }
    }

    /// The next piece; nil after the last one.
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
