import Foundation
import GRDB
import HTTPMessages
import Synchronization

/// A body on its way into the store.
package enum StoredBody: Sendable {
    /// The response has no body.
    case none
    /// The body is small, and not written yet.
    case inline(Data)
    /// The body is written, and belongs to no entry yet.
    case stored(Int64, size: Int)

    /// The bytes of the body that are still to be written.
    var inlineSize: Int {
        if case .inline(let data) = self { return data.count }
        return 0
    }

    /// Whether the body goes into the row of its entry, or there is none.
    var fitsInRow: Bool {
        if case .stored = self { return false }
        return inlineSize <= ServiceWorkerStorage.largestInRow
    }

    var size: Int {
        switch self {
        case .none: 0
        case .inline(let data): data.count
        case .stored(_, let size): size
        }
    }
}

extension ServiceWorkerStorage {
    /// The size of a full row of a body, which is also the most of a body in memory.
    static let chunkSize = 256 * 1024
    /// The largest body, in bytes, that is in its entry's row: it comes with the entry.
    static let largestInRow = 64 << 10

    /// Writes a body as it comes. It belongs to no entry yet; a process that ends here leaves nothing behind.
    ///
    /// A body of one row stays in memory, to be written together with its entry.
    /// - Parameter limit: the most bytes to take.
    package func storeBody(_ stream: BodyStream, limit: Int?) async throws -> StoredBody {
        var writer = ChunkWriter()
        var body: Int64?
        do {
            for try await piece in stream {
                if let limit, writer.size + piece.count > limit {
                    throw ServiceWorkerError(.quotaExceededError, "The body is larger than the origin's quota.")
                }
                for chunk in writer.take(piece) { body = try await store(chunk, body) }
            }
            guard let body else { return .inline(writer.rest()?.data ?? Data()) }
            if let chunk = writer.rest() { _ = try await store(chunk, body) }
            return .stored(body, size: writer.size)
        } catch {
            if let body { try? await removeBody(body) }
            throw error
        }
    }

    package func removeBody(_ id: Int64) async throws { try await write { try CacheRows.removeBody(id, $0) } }

    /// Returns a body to be read row after row; `nil` when it was removed since its entry was seen.
    package func lease(_ body: Int64, size: Int) async throws -> BodyStream? {
        let isThere = try await write { [bodies] db in
            let isThere = try Bool.fetchOne(db, sql: "SELECT 1 FROM body WHERE id = ?", arguments: [body]) ?? false
            if isThere { bodies.lease(body) }
            return isThere
        }
        return isThere ? leasedStream(body, size: size) : nil
    }

    private func leasedStream(_ body: Int64, size: Int) -> BodyStream {
        let cursor = ChunkCursor()
        return BodyStream(
            next: { [writer] in
                let (position, read) = cursor.place
                let chunk = try await writer.read { db in
                    try Data.fetchOne(
                        db, sql: "SELECT data FROM chunk WHERE bodyId = ? AND position = ?",
                        arguments: [body, position])
                }
                guard let chunk else {
                    guard read == size else {
                        throw ServiceWorkerError(
                            .unknownError, "The stored body is damaged: it has \(read) of \(size) bytes.")
                    }
                    return nil
                }
                cursor.advance(by: chunk.count)
                return chunk
            },
            cancel: { [self] in
                guard bodies.release(body) else { return }
                writeLater { try CacheRows.removeBody(body, $0) }
            })
    }

    private func store(_ chunk: ChunkWriter.Chunk, _ body: Int64?) async throws -> Int64 {
        try await write { db in
            let body = try body ?? CacheRows.insertBody(db)
            try CacheRows.insertChunk(body, chunk.position, chunk.data, db)
            return body
        }
    }
}

/// The numbers of rows and bytes that were read.
private final class ChunkCursor: Sendable {
    private let read = Mutex((rows: 0, bytes: 0))

    var place: (rows: Int, bytes: Int) { read.withLock { $0 } }

    func advance(by bytes: Int) { read.withLock { $0 = ($0.rows + 1, $0.bytes + bytes) } }
}
