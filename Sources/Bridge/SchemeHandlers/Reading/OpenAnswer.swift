import Foundation
import Synchronization

/// An answer whose rows are stepped as the page reads them.
final class OpenAnswer: Sendable {
    private let cursor: AnswerCursor
    private let connections: ReadConnections
    private let first: Mutex<Data?>

    init(_ cursor: AnswerCursor, _ connections: ReadConnections, first: Data) {
        self.cursor = cursor
        self.connections = connections
        self.first = Mutex(first)
    }

    func next(upTo size: Int) async throws -> Data? {
        let first = first.withLock { first in
            defer { first = nil }
            return first
        }
        if let first { return first }
        return try await cursor.next(upTo: size)
    }

    /// Ends the reading, once: after the end as well.
    func cancel() {
        cursor.cancel()
        connections.closeAnswer()
    }
}
