import Synchronization

/// The stored bodies that are being read, which outlive their entries until then.
final class BodyLeases: Sendable {
    private let counts = Mutex<[Int64: Int]>([:])

    private let discarded = Mutex<[Int64]>([])

    /// Has a large body removed after the write that removes its entry, so that this write ends sooner.
    func discard(_ body: Int64) { discarded.withLock { $0.append(body) } }

    func takeDiscarded() -> [Int64] {
        discarded.withLock { discarded in
            defer { discarded = [] }
            return discarded
        }
    }

    func isLeased(_ body: Int64) -> Bool { counts.withLock { $0[body] != nil } }

    /// Adds a lease of a body. Call it inside a write, where no entry can be removed.
    func lease(_ body: Int64) { counts.withLock { $0[body, default: 0] += 1 } }

    /// Removes a lease of a body, and returns whether it was the last one.
    func release(_ body: Int64) -> Bool {
        counts.withLock { counts in
            guard let count = counts[body] else { return false }
            counts[body] = count > 1 ? count - 1 : nil
            return count == 1
        }
    }
}
