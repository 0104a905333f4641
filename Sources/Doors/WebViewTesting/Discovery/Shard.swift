/// One of several parts that a suite is split into, so that several machines can each run one.
///
/// A page belongs to a part by a hash of its name: the same on every machine, and whatever other pages there are.
public struct Shard: Sendable, Equatable {
    /// The number of the part, counted from 1.
    public let index: Int
    /// The number of parts.
    public let count: Int

    /// Reads `I/N`, such as `1/4`; nil when it is no such part.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let index = parts[0], let count = parts[1], count >= 1, (1...count).contains(index)
        else { return nil }
        self.index = index
        self.count = count
    }

    /// Whether a page belongs to the part.
    public func contains(_ page: PageReference) -> Bool {
        page.stableName.stableHash % UInt64(count) == UInt64(index - 1)
    }
}

extension PageReference {
    /// The page's name as every machine has it: below the folder it was found in, wherever that lies.
    var stableName: String {
        guard case .file(let file) = location, let root else { return displayName }
        let (path, folder) = (file.path(percentEncoded: false), root.path(percentEncoded: false))
        let base = folder.hasSuffix("/") ? folder : folder + "/"
        return path.hasPrefix(base) ? String(path.dropFirst(base.count)) : file.lastPathComponent
    }
}
