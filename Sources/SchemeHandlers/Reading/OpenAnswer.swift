import Foundation
import Synchronization

/// An answer whose rows are stepped as the page reads them.
final class OpenAnswer: Sendable {
    private let cursor: AnswerCursor
    private let connections: ReadConnections
    private let state: Mutex<(first: Data?, isOpen: Bool)>

    init(_ cursor: AnswerCursor, _ connections: ReadConnections, first: Data) {
        self.cursor = cursor
        self.connections = connections
        state = Mutex((first, true))
    }

    func next(upTo size: Int) async throws -> Data? {
        let first = state.withLock { state in
            defer { state.first = nil }
            return state.first
        }
        if let first { return first }
        return try await cursor.next(upTo: size)
    }

    /// Called when nobody reads on: also after the end, and again.
    func cancel() {
        let wasOpen = state.withLock { state in
            defer { state.isOpen = false }
            return state.isOpen
        }
        guard wasOpen else { return }
        cursor.cancel()
        connections.closeAnswer()
    }
}
