package import Foundation
import Glibc
import ProcessFiles

/// The body of a request, collected piece by piece. Beyond ``mostInMemory`` bytes it is in a file without a name, of which the
/// collected bytes are a view: the system can take the memory back.
package struct LongBody {
    /// The most bytes of a body that are in memory: 4 MiB.
    package static let mostInMemory = 4 << 20

    private var memory = Data()
    private var file: SpillFile?

    package init() {}

    /// Adds a piece.
    ///
    /// - Throws: `POSIXError` when the disk is full.
    package mutating func append(_ piece: Data) throws {
        if file == nil, memory.count + piece.count <= Self.mostInMemory { return memory.append(piece) }
        let file = try file ?? SpillFile()
        if self.file == nil {
            try file.append(memory)
            memory = Data()
            self.file = file
        }
        try file.append(piece)
    }

    /// Returns the whole body.
    ///
    /// - Throws: `POSIXError` when the file cannot be mapped.
    package consuming func collected() throws -> Data {
        guard let file else { return memory }
        return try file.mapped()
    }
}

/// A file for a long body that URLSession sends. With a body in memory it would make one more copy, with a stream it would not tell
/// the length.
///
/// Foundation opens the file by its name. The owner removes the name when the sending has begun; it goes at the latest with this object.
final class UploadFile: Sendable {
    let url: URL

    /// Writes the body into a file that only this user can read.
    ///
    /// - Throws: `POSIXError` when the disk is full.
    init(_ body: Data) throws {
        let (descriptor, path) = try SpillFile.make(in: TemporaryFolder.ofProcess())
        defer { close(descriptor) }
        url = URL(fileURLWithPath: path)
        do {
            try SpillFile.write(body, to: descriptor, at: 0)
        } catch {
            unlink(path)
            throw error
        }
    }

    deinit { removeName() }

    func removeName() { unlink(url.path) }
}
