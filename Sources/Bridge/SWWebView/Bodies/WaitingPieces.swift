import Foundation
import URLInterception

/// Pieces of a body that wait for a reader: the first in memory, the rest in a file without a name. Main actor only.
@MainActor
final class WaitingPieces {
    /// A piece that is kept.
    struct Piece {
        fileprivate enum Place {
            case memory(Data)
            case file(at: Int)
        }

        fileprivate let place: Place
        let count: Int
    }

    private let memoryLimit: Int
    private let total: WaitingBytes
    private var inMemory = 0
    private var inFile = 0
    private var file: SpillFile?

    /// Makes an empty queue.
    ///
    /// - Parameter memoryLimit: the most bytes in memory.
    init(memoryLimit: Int = 4 << 20, of total: WaitingBytes = .shared) {
        self.memoryLimit = memoryLimit
        self.total = total
    }

    isolated deinit {
        total.releaseMemory(inMemory)
        total.releaseFile(inFile)
    }

    /// Keeps a piece until it is released.
    ///
    /// - Throws: ``WaitingBytes/Full``, or `POSIXError` where the disk is full.
    func keep(_ data: Data) throws -> Piece {
        if inMemory + data.count <= memoryLimit, total.takeMemory(data.count) {
            inMemory += data.count
            return Piece(place: .memory(data), count: data.count)
        }
        let file = try file ?? SpillFile()
        try total.takeFile(data.count)
        let position = file.end
        do {
            try file.append(data)
        } catch {
            total.releaseFile(data.count)
            throw error
        }
        self.file = file
        inFile += data.count
        return Piece(place: .file(at: position), count: data.count)
    }

    /// Returns a piece's bytes.
    func bytes(of piece: Piece) throws -> Data {
        switch piece.place {
        case .memory(let data): return data
        case .file(let position): return try file?.read(at: position, count: piece.count) ?? Data()
        }
    }

    /// Lets go of a piece. The file goes with its last piece.
    func release(_ piece: Piece) {
        switch piece.place {
        case .memory:
            inMemory -= piece.count
            total.releaseMemory(piece.count)
        case .file:
            inFile -= piece.count
            total.releaseFile(piece.count)
            if inFile == 0 { file = nil }
        }
    }

    /// Returns a piece's bytes, and releases the piece.
    func take(_ piece: Piece) throws -> Data {
        defer { release(piece) }
        return try bytes(of: piece)
    }
}
