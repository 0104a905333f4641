/// How many bytes of bodies wait for their readers, in memory and in files, of all views together. Main actor only.
@MainActor
final class WaitingBytes {
    /// Why a piece is not kept.
    struct Full: Error, CustomStringConvertible {
        let description = "Too many bytes wait to be read: read or cancel other bodies first"
    }

    static let shared = WaitingBytes(mostInMemory: 64 << 20, mostInFiles: 4 << 30)

    private let mostInMemory: Int
    private let mostInFiles: Int
    private(set) var inMemory = 0
    private(set) var inFiles = 0

    init(mostInMemory: Int, mostInFiles: Int) {
        self.mostInMemory = mostInMemory
        self.mostInFiles = mostInFiles
    }

    /// Counts bytes in memory. False where there is no room.
    func takeMemory(_ count: Int) -> Bool {
        guard inMemory + count <= mostInMemory else { return false }
        inMemory += count
        return true
    }

    /// Counts bytes in a file.
    func takeFile(_ count: Int) throws(Full) {
        guard inFiles + count <= mostInFiles else { throw Full() }
        inFiles += count
    }

    func releaseMemory(_ count: Int) { inMemory -= count }

    func releaseFile(_ count: Int) { inFiles -= count }
}
