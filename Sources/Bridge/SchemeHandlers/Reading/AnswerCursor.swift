import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// Steps a statement as far as a page reads, each time on the queue of its connection.
///
/// `@unchecked Sendable`: `isOpen` and `writer` are touched on the connection's serial queue only, and the rest is locked.
final class AnswerCursor: @unchecked Sendable {
    private let connections: ReadConnections
    private let queue: DatabaseQueue
    private var isOpen = true
    private var writer: any RowWriter

    private enum Phase { case active, cancelled, over }
    private let phase = Mutex(Phase.active)

    init(_ connections: ReadConnections, writer: any RowWriter) throws {
        self.connections = connections
        self.writer = writer
        queue = try connections.take()
    }

    /// The results of the first access.
    struct Opening: Sendable {
        var count: Int64?
        var bytes: Data
        /// The number of rows; nil while there are more to come.
        var rows: Int?
    }

    /// Plans the statement against the schema as it is now, and gives the first bytes.
    func open(
        _ schema: SchemaCache, upTo size: Int, plan: @escaping @Sendable (DatabaseSchema) throws -> ReadPlan
    ) async throws -> (plan: ReadPlan, opening: Opening) {
        try await access { [self] db in
            try db.execute(sql: "BEGIN")
            let plan = try plan(schema.schema(db))
            var count: Int64?
            if let text = plan.count {
                let counting = try Self.statement(text, db)
                count = try Int64.fetchOne(counting)
            }
            try writer.prepare(plan, Self.statement(plan.rows, db))
            let bytes = try fill(upTo: size)
            return (plan, Opening(count: count, bytes: bytes, rows: isOpen ? nil : writer.rows))
        }
    }

    private static func statement(_ text: SQLText, _ db: Database) throws -> Statement {
        let statement = try db.makeStatement(sql: text.sql)
        try statement.setArguments(StatementArguments(text.values))
        return statement
    }

    /// Returns the next bytes; nil at the end.
    func next(upTo size: Int) async throws -> Data? {
        let isOver = phase.withLock { $0 == .over }
        if isOver { return nil }
        let bytes = try await access { [self] _ in try fill(upTo: size) }
        return bytes.isEmpty ? nil : bytes
    }

    private func fill(upTo size: Int) throws -> Data {
        guard isOpen else { return Data() }
        var bytes = OutputBytes(capacity: size + size / 4)
        isOpen = try writer.fill(&bytes, upTo: size)
        return bytes.take(capacity: 0)
    }

    // MARK: The connection

    /// Runs on the connection's queue. The connection is given back with the last row, or the first error.
    private func access<Value: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.asyncUnsafeRead { [self] result in
                    let outcome = Result { () throws -> Value in
                        let db = try result.get()
                        watch(db)
                        defer { sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
                        guard !isCancelled else { throw CancellationError() }
                        return try work(db)
                    }
                    if case .failure = outcome { isOpen = false }
                    if !isOpen, let db = try? result.get() { close(db) }
                    continuation.resume(with: outcome)
                }
            }
        } onCancel: {
            interrupt()
        }
    }

    private var isCancelled: Bool { phase.withLock { $0 != .active } }

    /// Has SQLite ask now and then whether a page still reads. An interruption ends only the statement that runs, and none may run
    /// between two statements of one access.
    private func watch(_ db: Database) {
        let steps: Int32 = 10_000
        let isCancelled: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { context in
            guard let context else { return 0 }
            return Unmanaged<AnswerCursor>.fromOpaque(context).takeUnretainedValue().isCancelled ? 1 : 0
        }
        sqlite3_progress_handler(db.sqliteConnection, steps, isCancelled, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Interrupts the connection while holding the lock, so that no other user can have the connection meanwhile.
    private func interrupt() {
        phase.withLock { phase in
            guard phase == .active else { return }
            phase = .cancelled
            queue.interrupt()
        }
    }

    private func close(_ db: Database) {
        let isFirst = phase.withLock { phase in
            defer { phase = .over }
            return phase != .over
        }
        guard isFirst else { return }
        isOpen = false
        writer.close()
        if db.isInsideTransaction { try? db.execute(sql: "ROLLBACK") }
        connections.give(queue)
    }

    /// Stops, whether or not a step is under way. It may be called at any time, and again.
    func cancel() {
        guard phase.withLock({ $0 != .over }) else { return }
        interrupt()
        queue.asyncUnsafeRead { [self] result in
            if let db = try? result.get() { close(db) }
        }
    }
}
