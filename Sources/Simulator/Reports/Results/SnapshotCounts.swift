/// The snapshots of a page that a run has written, and those that no test compares.
public struct SnapshotCounts: Sendable, Equatable, Codable {
    /// The number of snapshots that were missing.
    public var written = 0
    /// The number of snapshots that were replaced.
    public var updated = 0
    /// The number of obsolete snapshots that were removed.
    public var removed = 0
    /// The names of the obsolete snapshots that remain.
    public var obsolete: [String] = []

    /// No snapshots.
    public init() {}

    /// Whether there is nothing to report.
    package var isEmpty: Bool { self == SnapshotCounts() }

    /// The counts in words, such as `2 written, 1 obsolete`.
    var line: String {
        [(written, "written"), (updated, "updated"), (removed, "removed"), (obsolete.count, "obsolete")]
            .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }

    /// Adds those of another page, or of an earlier run of the page.
    package mutating func add(_ other: SnapshotCounts) {
        written += other.written
        updated += other.updated
        removed += other.removed
        obsolete += other.obsolete
    }
}
