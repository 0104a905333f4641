public import Foundation
import HTTPMessages
import ProcessFiles

/// The durations of pages in earlier runs, in a JSON file. Known durations make shards of equal duration possible.
public struct RunTimes: Sendable, Equatable {
    private static let version = 1
    private static let largest = 64 << 20

    /// The duration of each page in seconds, by its name below the served folder.
    public private(set) var seconds: [String: Double] = [:]

    private struct Form: Codable {
        var version: Int
        var pages: [String: Double]
    }

    /// Makes an empty list of durations.
    public init() {}

    /// Reads a file.
    ///
    /// - Throws: An error for an existing file without valid durations.
    public init(contentsOf file: URL) throws {
        guard FileKind(file) != nil else { return }
        let size = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        guard size <= Self.largest else { throw CocoaError(.fileReadTooLarge) }
        let form = try JSONText.decode(Form.self, from: Data(contentsOf: file))
        guard form.version == Self.version else { throw CocoaError(.fileReadCorruptFile) }
        seconds = form.pages.filter { $0.value >= 0 && $0.value.isFinite }
    }

    /// Records the durations of pages that ran to their end. Other durations stay unchanged.
    public mutating func note(_ pages: [PageReference], _ results: [PageRunResult]) {
        let names = Dictionary(pages.map { ($0.displayName, $0.stableName) }) { first, _ in first }
        for result in results where result.completion != .stopped && result.duration.isFinite {
            if let name = names[result.page] { seconds[name] = (result.duration * 1000).rounded() / 1000 }
        }
    }

    /// Writes the file atomically.
    public func write(to file: URL) throws {
        let form = Form(version: Self.version, pages: seconds)
        try PrivateFiles.replace(file, with: JSONText.encode(form, [.sorted, .indented]))
    }

    /// Returns the pages of a shard, in their order. Uses a hash of the names where no duration is known.
    ///
    /// Each page goes to the shard with the shortest total duration, beginning with the longest page. A page without a duration
    /// counts as the median.
    public func pages(of shard: Shard, from pages: [PageReference]) -> [PageReference] {
        let known = pages.compactMap { seconds[$0.stableName] }.sorted()
        guard !known.isEmpty else { return pages.filter { shard.contains($0) } }
        let median = known[known.count / 2]
        let timed = pages.map { (name: $0.stableName, seconds: seconds[$0.stableName] ?? median) }
        let order = timed.indices.sorted { first, second in
            let (a, b) = (timed[first], timed[second])
            return a.seconds == b.seconds ? a.name.utf8.lexicographicallyPrecedes(b.name.utf8) : a.seconds > b.seconds
        }
        var loads = Array(repeating: 0.0, count: shard.count)
        var chosen: Set<Int> = []
        for index in order {
            let least = loads.indices.min { loads[$0] < loads[$1] } ?? 0
            loads[least] += timed[index].seconds
            if least == shard.index - 1 { chosen.insert(index) }
        }
        return pages.indices.filter { chosen.contains($0) }.map { pages[$0] }
    }
}
