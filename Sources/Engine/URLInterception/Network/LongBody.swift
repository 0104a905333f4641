package import Foundation

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
