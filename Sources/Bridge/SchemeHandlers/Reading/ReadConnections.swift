import GRDB
import Synchronization

/// Connections that only read, beside those of the database pool: the answer that a page reads slowly keeps one, and no thread.
final class ReadConnections: Sendable {
    /// The most connections that wait for their next use.
    private static let mostIdle = 8
    /// The most answers that may be on their way to pages at once.
    static let mostOpenAnswers = 64

    private struct State {
        var idle: [DatabaseQueue] = []
        var openAnswers = 0
    }

    private let path: String
    private let configuration: Configuration
    private let state = Mutex(State())
    /// Answers that have not got their first rows yet.
    let turns = Turns(8)

    init(path: String, configuration: Configuration) {
        self.path = path
        var configuration = configuration
        configuration.readonly = true
        // A statement goes on from one access to the next, and with it a transaction where rows are counted, too.
        configuration.allowsUnsafeTransactions = true
        self.configuration = configuration
    }

    /// Returns a connection for one answer.
    func take() throws -> DatabaseQueue {
        if let queue = state.withLock({ $0.idle.popLast() }) { return queue }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Takes back a connection that has no statement and no transaction open.
    func give(_ queue: DatabaseQueue) {
        state.withLock { if $0.idle.count < Self.mostIdle { $0.idle.append(queue) } }
    }

    /// Counts an answer that goes on after its first rows; false where there are too many already.
    func openAnswer() -> Bool {
        state.withLock { state in
            guard state.openAnswers < Self.mostOpenAnswers else { return false }
            state.openAnswers += 1
            return true
        }
    }

    func closeAnswer() { state.withLock { $0.openAnswers -= 1 } }
}
