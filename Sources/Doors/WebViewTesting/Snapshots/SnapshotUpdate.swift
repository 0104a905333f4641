import Foundation

/// The snapshots that a run may write.
public enum SnapshotUpdate: String, Sendable, Codable {
    /// None. A missing snapshot fails its test.
    case none
    /// Missing ones.
    case new
    /// All: those that differ are replaced, and obsolete ones are removed.
    case all

    /// The usual choice: ``new``, and ``none`` where the environment variable `CI` is set.
    public static var usual: SnapshotUpdate { usual(in: ProcessInfo.processInfo.environment) }

    /// Returns the usual choice in an environment. Build servers set `CI`, most of them to `true` or `1`.
    static func usual(in environment: [String: String]) -> SnapshotUpdate {
        ["", "false", "0"].contains(environment["CI"] ?? "") ? .new : .none
    }
}
