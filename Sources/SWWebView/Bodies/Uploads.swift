import Foundation
import URLInterception
import WebKit

/// Large request bodies, which pages send in pieces.
///
/// WebKit holds the body of a scheme request several times in memory. So the runtime posts a large body piece by piece to its own
/// path, and names the upload in the request's mark. Each piece is answered after the reader has taken it, so that a page is
/// never far ahead of the reader.
@MainActor
final class Uploads {
    /// The path, below every origin, to which pages post pieces.
    nonisolated static let path = "/___upload___"
    /// The largest piece that is taken, in bytes.
    private static let largestPiece = 8 << 20

    /// The most uploads that may be under way. A page could begin any number of uploads that no request ever takes.
    private static let mostUploads = 256
    /// The most pieces of one upload that may wait to be taken. The runtime sends one piece after the other.
    private static let mostWaiting = 4
    /// The most bytes of all uploads' pieces that wait to be taken.
    private static let mostBytes = 256 << 20
    /// The number of released uploads that are remembered.
    private static let remembered = 256

    private var uploads: [String: Upload] = [:]
    private var released: [String] = []
    private var heldBytes = 0

    /// Returns the upload that a request's mark names.
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

    /// Drops an upload whose page went away in the middle of a piece: the upload's request fails.
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

    /// The number of pieces that wait to be taken.
    var waiting: Int { offers.count }

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
