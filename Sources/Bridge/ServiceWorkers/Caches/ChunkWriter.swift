import Foundation

/// Cuts the pieces of a body into rows of one size.
struct ChunkWriter {
    /// A row.
    struct Chunk: Sendable, Hashable {
        var position: Int
        var data: Data
    }

    private(set) var size = 0
    private var position = 0
    private var buffer = Data()

    /// Takes a piece. Returns the rows that are full.
    mutating func take(_ piece: Data) -> [Chunk] {
        size += piece.count
        buffer.append(piece)
        var full: [Chunk] = []
        while buffer.count > ServiceWorkerStorage.chunkSize {
            full.append(chunk(Data(buffer.prefix(ServiceWorkerStorage.chunkSize))))
            buffer = Data(buffer.dropFirst(ServiceWorkerStorage.chunkSize))
        }
        return full
    }

    /// Returns the row that is not full, if there is one.
    mutating func rest() -> Chunk? {
        defer { buffer = Data() }
        return buffer.isEmpty ? nil : chunk(buffer)
    }

    private mutating func chunk(_ data: Data) -> Chunk {
        defer { position += 1 }
        return Chunk(position: position, data: data)
    }
}
